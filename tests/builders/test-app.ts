import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Options } from '#common/contract/all-options.ts';
import { createApp } from '#server/app.ts';
import { DEMONSTRATION_PASSWORD, prepareDemonstration } from '#demo/demonstration.ts';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import { createHttpBankAccountCheck, createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { createRoutingDirectory } from '#server/payments-network/routing/bank-directory.queries.ts';
import { startSandbox } from '#server/payments-network/sandbox/sandbox-server.ts';
import { createAuditLog } from '#server/platform/audit/append-audit-log.queries.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import type { VirusScanner } from '#server/platform/files/virus-scanner.ts';
import { createLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Services } from '#server/services.ts';
import { createHttpTextMessages } from '#server/platform/sms/http-text-messages.ts';
import { startTextSandbox, type TextSandbox } from '#server/platform/sms/sandbox/text-sandbox.ts';
import { createTestDatabase, prepareTestDatabase } from '#tests/support/databases.ts';
import { type SettableClock, createSettableClock } from './settable-clock.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: SettableClock;
  readonly sandboxUrl: string;
  /** The text message provider; `/messages` lists what was sent. */
  readonly textSandbox: TextSandbox;
  /** Signs a demonstration user in and returns a client for their calls. */
  signIn(loginName: string): Promise<SignedInCaller>;
  /** Runs `act` with changed options. */
  withOptions<Value>(options: Partial<Options>, act: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

export interface SignedInCaller {
  readonly login: LoginResponse;
  readonly headers: { readonly cookie: string; readonly usertoken: string };
  call(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface TestAppOptions {
  readonly options?: Partial<Options>;
  readonly cardProcessorTimeoutMs?: number;
  /** The delay of the sandbox's late cards. */
  readonly lateMs?: number;
  readonly virusScanner?: VirusScanner;
  /** Without the demonstration and its people. */
  readonly empty?: boolean;
}

/**
 * Starts the real server on a fresh database with the demonstration and a real sandbox processor. The clock is set to
 * Saturday, November 21, 2026, 10:00 in New York.
 */
export async function createTestApp(overrides: TestAppOptions = {}): Promise<TestApp> {
  const demonstration = overrides.empty ? undefined : await (preparedDemonstration ??= prepareOnce());
  const folder = await newFolder();
  if (demonstration) await cp(demonstration.folder, folder, { recursive: true });
  const opened = await createTestDatabase(demonstration?.databases);
  const { services, clock, sandbox, textSandbox } = await startServices(folder, opened, overrides);
  const app = await createApp(services);
  return {
    app,
    services,
    clock,
    sandboxUrl: sandbox.url,
    textSandbox,
    signIn: (loginName) => signIn(app, loginName),
    withOptions: (options, act) => withOptions(services.institution, options, act),
    async close() {
      await app.close();
      await sandbox.close();
      await textSandbox.close();
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Each test starts with a copy, because creating the demonstration takes longer than most tests. */
let preparedDemonstration: ReturnType<typeof prepareOnce> | undefined;

async function prepareOnce() {
  const folder = await newFolder();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const databases = await prepareTestDatabase(async (opened) => {
    const { services, sandbox, textSandbox } = await startServices(folder, opened, {});
    await prepareDemonstration(services);
    await sandbox.close();
    await textSandbox.close();
  });
  return { folder, databases };
}

/** Shared, because every copy must be able to open data sealed in the prepared demonstration. */
const fieldKey = randomBytes(32);

async function startServices(folder: string, opened: OpenDatabase, overrides: TestAppOptions) {
  const sandbox = await startSandbox({
    port: 0,
    storeFile: path.join(folder, 'cards.sqlite'),
    ...(overrides.lateMs === undefined ? {} : { lateMs: overrides.lateMs }),
  });
  const textSandbox = await startTextSandbox({ port: 0, storeFile: path.join(folder, 'texts.sqlite') });
  const loaded = await loadInstitution('institutions/harbor');
  const institution = { ...loaded, options: { ...loaded.options, ...overrides.options } };
  const clock = createSettableClock('2026-11-21T10:00:00-05:00', institution.timeZone);
  const cipher = createFieldCipher(fieldKey);
  const services: Services = {
    config: readConfig({ PASSBOOK_MODE: 'test', PASSBOOK_DATA: folder }),
    log: createLog('silent'),
    clock,
    database: opened.database,
    jobStore: opened.jobStore,
    institution,
    host: createEmbeddedHost(opened.database, institution, cipher),
    cardProcessor: createHttpCardProcessor(sandbox.url, { timeoutMs: overrides.cardProcessorTimeoutMs ?? 2_000 }),
    bankAccountCheck: createHttpBankAccountCheck(sandbox.url, { timeoutMs: 10_000 }),
    routingDirectory: createRoutingDirectory(opened.database),
    cipher,
    audit: createAuditLog(clock),
    mailer: undefined,
    files: createFolderStore(path.join(folder, 'files')),
    virusScanner: overrides.virusScanner,
    textMessages: createHttpTextMessages(textSandbox.url, { timeoutMs: 2_000, apiKey: null }),
    metrics: createMetrics(),
  };
  return { services, clock, sandbox, textSandbox };
}

function newFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'passbook-'));
}

async function withOptions<Value>(
  institution: Pick<Institution, 'options'>,
  options: Partial<Options>,
  act: () => Promise<Value>,
): Promise<Value> {
  const before = { ...institution.options };
  Object.assign(institution.options, options);
  try {
    return await act();
  } finally {
    Object.assign(institution.options, before);
  }
}

/** Counts as just confirmed, so sensitive changes don't ask for the password. */
async function signIn(app: FastifyInstance, loginName: string): Promise<SignedInCaller> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/login/userlogin',
    payload: { username: loginName, password: DEMONSTRATION_PASSWORD },
  });
  if (response.statusCode !== 200) throw new Error(`${loginName} could not sign in: ${response.body}`);
  const login = response.json<LoginResponse>();
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, usertoken: login.UserToken };
  const payload = { Password: DEMONSTRATION_PASSWORD };
  await app.inject({ method: 'POST', url: '/api/Confirmation', payload, headers });
  return {
    login,
    headers,
    call: (options) => app.inject({ ...options, headers: { ...headers, ...options.headers } }),
  };
}

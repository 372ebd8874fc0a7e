import { argon2Sync, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Options } from '#common/contract/all-options.ts';
import { createApp } from '#server/app.ts';
import { compose } from '#server/compose.ts';
import { HostUnavailable } from '#server/host/host-errors.ts';
import type { Host } from '#server/host/host.ts';
import { DEMONSTRATION_PASSWORD, prepareDemonstration } from '#demo/demonstration.ts';
import { startSandbox } from '#server/payments-network/sandbox/sandbox-server.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import type { VirusScanner } from '#server/platform/files/virus-scanner.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Services } from '#server/services.ts';
import { startTextSandbox, type TextSandbox } from '#server/platform/sms/sandbox/text-sandbox.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { acceptBankPaymentTerms } from './bank-payment-terms.ts';
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
  /** Runs `act` while the institution differs. */
  withInstitution<Value>(change: InstitutionChange, act: () => Promise<Value>): Promise<Value>;
  /** The same for options alone. */
  withOptions<Value>(options: Partial<Options>, act: () => Promise<Value>): Promise<Value>;
  /** Runs `act` while some functions of the host are replaced. */
  withHost<Value>(host: Partial<Host>, act: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

export type InstitutionChange = (institution: Institution) => Partial<Institution>;

export interface SignedInCaller {
  readonly login: LoginResponse;
  readonly headers: { readonly cookie: string; readonly usertoken: string };
  call(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface TestAppOptions {
  /** More configuration, as the process would get it. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly options?: Partial<Options>;
  readonly cardProcessorTimeoutMs?: number;
  /** The delay of the sandbox's late cards. */
  readonly lateMs?: number;
  /** The port of the sandbox's pages for card fields and confirmations. */
  readonly cardPagesPort?: number;
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
  const { services, clock, sandbox, textSandbox, close } = await startServices(folder, opened, overrides);
  const app = await createApp(services);
  return {
    app,
    services,
    clock,
    sandboxUrl: sandbox.url,
    textSandbox,
    signIn: (loginName) => signIn(app, loginName),
    withInstitution: (change, act) => whileChanged(services.institution, change(services.institution), act),
    withOptions: (options, act) => whileChanged(services.institution.options, options, act),
    withHost: (host, act) => whileChanged(services.host, host, act),
    async close() {
      await app.close();
      await close();
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
    const { services, close } = await startServices(folder, opened, {});
    await prepareDemonstration(services);
    await makePasswordsCheap(services);
    await acceptAllBankPaymentTerms(services);
    await close();
  });
  return { folder, databases };
}

/** A check costs what the stored hash says, and tests sign in thousands of times. */
async function makePasswordsCheap({ database }: Services): Promise<void> {
  const nonce = randomBytes(16);
  const cheapest = { parallelism: 1, memory: 8, passes: 1 };
  const tag = argon2Sync('argon2id', { ...cheapest, message: DEMONSTRATION_PASSWORD, nonce, tagLength: 32 });
  const { memory, passes } = cheapest;
  const hash = ['argon2id', memory, passes, nonce.toString('base64url'), tag.toString('base64url')].join('$');
  await database.updateTable('users').set({ password_hash: hash }).execute();
}

/** Tests of payments aren't about the terms, which some people of the demonstration have not accepted. */
async function acceptAllBankPaymentTerms({ database, institution, clock }: Services): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const users = await transaction.selectFrom('users').select(['user_id', 'customer_id']).execute();
    await acceptBankPaymentTerms(transaction, institution, users, clock.now());
  });
}

/** Shared, because every copy must be able to open data sealed in the prepared demonstration. */
const fieldKey = randomBytes(32).toString('base64');

async function startServices(folder: string, opened: OpenDatabase, overrides: TestAppOptions) {
  const sandbox = await startSandbox({
    port: 0,
    storeFile: path.join(folder, 'cards.sqlite'),
    fieldsPort: overrides.cardPagesPort,
    ...(overrides.lateMs === undefined ? {} : { lateMs: overrides.lateMs }),
  });
  const textSandbox = await startTextSandbox({ port: 0, storeFile: path.join(folder, 'texts.sqlite') });
  const config = readConfig({
    PASSBOOK_MODE: 'test',
    PASSBOOK_DATA: folder,
    PASSBOOK_FIELD_KEY: fieldKey,
    PASSBOOK_LOG_LEVEL: 'silent',
    PASSBOOK_CARD_PROCESSOR_URL: sandbox.url,
    PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: String(overrides.cardProcessorTimeoutMs ?? 2_000),
    PASSBOOK_TEXT_MESSAGES_URL: textSandbox.url,
    ...overrides.environment,
  });
  const clock = createSettableClock('2026-11-21T10:00:00-05:00', 'America/New_York');
  const { services, close } = await compose(config, {
    database: opened,
    clock,
    options: overrides.options ?? {},
    virusScanner: overrides.virusScanner,
  });
  const closeAll = async () => {
    await sandbox.close();
    await textSandbox.close();
    await close();
  };
  return { services, clock, sandbox, textSandbox, close: closeAll };
}

function newFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'passbook-'));
}

/** Puts everything back, also what `act` changed itself. */
async function whileChanged<Thing extends object, Value>(
  thing: Thing,
  changes: Partial<Thing>,
  act: () => Promise<Value>,
): Promise<Value> {
  const before = { ...thing };
  Object.assign(thing, changes);
  try {
    return await act();
  } finally {
    Object.assign(thing, before);
  }
}

/** Calls to it are never answered. */
export function silentHost(host: Host): Host {
  const silence = () => Promise.reject(new HostUnavailable('unreachable', 'no answer'));
  return Object.fromEntries(Object.keys(host).map((name) => [name, silence])) as unknown as Host;
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

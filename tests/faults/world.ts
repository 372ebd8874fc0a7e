import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClock } from '#server/platform/clock.ts';
import { createFieldCipher, type FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { type Borrower, makeCrowd } from './crowd.ts';
import { type FaultDatabase, openFaultDatabase } from './fault-database.ts';
import { compileCache, sandboxPlan } from './faults-setup.ts';
import { type HostLine, openHostLine } from './host-line.ts';
import { RestartableProcess } from '#tests/support/restartable-process.ts';

/** A Friday and banking day; every process starts at this instant. */
const NOW = '2026-11-20T10:00:00-05:00';

const HOST_TIMEOUT_MS = 1_500;

/**
 * The product as an institution runs it: two servers, a worker, the card processor and PostgreSQL, as separate
 * processes.
 */
export interface World {
  readonly database: FaultDatabase;
  /** The processes' key, so a test can read and write sealed data. */
  readonly cipher: FieldCipher;
  readonly borrowers: readonly [Borrower, ...Borrower[]];
  readonly servers: readonly [RestartableProcess, RestartableProcess];
  readonly worker: RestartableProcess;
  readonly sandbox: RestartableProcess;
  readonly addresses: readonly [string, string];
  readonly workerAddress: string;
  readonly sandboxUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/**
 * @param size number of customers with a loan
 * @param database closed together with the world
 * @param environment of the product's processes, besides what every world has
 */
export async function startWorld(
  size: number,
  database?: FaultDatabase,
  environment: Readonly<Record<string, string>> = {},
): Promise<World> {
  return startWorldOn(database ?? (await openFaultDatabase()), size, environment);
}

export interface CoreWorld extends World {
  /** Serves the books; the portal reaches it only through the line. */
  readonly core: RestartableProcess;
  readonly line: HostLine;
}

/** Portal and core as two processes connected only by the host protocol. */
export async function startWorldWithCore(size: number): Promise<CoreWorld> {
  const [database, port] = [await openFaultDatabase(), await findFreePort()];
  const line = await openHostLine(port);
  const PASSBOOK_HOST_KEY = randomBytes(32).toString('base64');
  const portal = { PASSBOOK_HOST_URL: line.url, PASSBOOK_HOST_KEY, PASSBOOK_HOST_TIMEOUT_MS: String(HOST_TIMEOUT_MS) };
  const world = await startWorldOn(database, size, portal, async (environment) => {
    const core = new RestartableProcess({
      name: 'core',
      script: 'server/cli.ts',
      arguments: ['host', 'serve'],
      environment: { ...environment, PORT: String(port), PASSBOOK_HOST_KEY },
      readyWhen: /Serving the books/,
    });
    await core.start();
    return core;
  });
  if (!world.core) throw new Error('The core was not started');
  const end = async () => {
    await world.end();
    await line.close();
  };
  return { ...world, core: world.core, line, end };
}

async function startWorldOn(
  database: FaultDatabase,
  size: number,
  ofPortal: Readonly<Record<string, string>>,
  startCore?: (environment: Readonly<Record<string, string>>) => Promise<RestartableProcess>,
): Promise<World & { readonly core: RestartableProcess | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-faults-'));
  const fieldKey = randomBytes(32);
  const clock = createClock('America/New_York', Temporal.Instant.from(NOW));
  const cipher = createFieldCipher(fieldKey);
  const crowd = await makeCrowd(size, { database: database.database, clock, cipher });
  const [first, ...others] = crowd;
  if (!first) throw new Error('A world needs at least one customer');

  const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
  const workerPort = await findFreePort();
  const pagesPort = await findFreePort();
  const sandboxUrl = `http://127.0.0.1:${ports[0]}`;
  const ofEvery = {
    ...compileCache,
    PASSBOOK_MODE: 'test',
    PASSBOOK_INSTITUTION: await writeInstitution(join(folder, 'lender'), `http://localhost:${pagesPort}`),
    DATABASE_URL: database.url,
    PASSBOOK_DATA: folder,
    PASSBOOK_FIELD_KEY: fieldKey.toString('base64'),
    PASSBOOK_NOW: NOW,
    PASSBOOK_BIND: '127.0.0.1',
    PASSBOOK_CARD_PROCESSOR_URL: sandboxUrl,
    PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: '1000',
    PASSBOOK_JOBS: 'elsewhere',
  };
  const environment = { ...ofEvery, ...ofPortal };
  const sandbox = new RestartableProcess(
    sandboxPlan({
      PORT: String(ports[0]),
      SANDBOX_STORE: join(folder, 'sandbox.sqlite'),
      SANDBOX_FIELDS_PORT: String(pagesPort),
    }),
  );
  const server = (name: string, port: number) =>
    new RestartableProcess({
      name,
      script: 'dist/server/main.js',
      environment: { ...environment, PORT: String(port) },
      readyWhen: /"msg":"serving"/,
    });
  const servers = [server('server 1', ports[1]), server('server 2', ports[2])] as const;
  const worker = new RestartableProcess({
    name: 'worker',
    script: 'dist/server/worker.js',
    environment: { ...environment, PASSBOOK_WORKER_PORT: String(workerPort) },
    readyWhen: /"msg":"running jobs"/,
  });
  const processes = [sandbox, ...servers, worker];
  const core = await startCore?.(ofEvery);
  for (const process of processes) await process.start();
  return {
    core,
    database,
    cipher,
    borrowers: [first, ...others],
    servers,
    worker,
    sandbox,
    workerAddress: `http://127.0.0.1:${workerPort}`,
    addresses: [`http://127.0.0.1:${ports[1]}`, `http://127.0.0.1:${ports[2]}`],
    sandboxUrl,
    environment,
    async end() {
      await Promise.all([...processes, ...(core ? [core] : [])].map((process) => process.kill()));
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the demonstration's institution without its people; tests add the customers. */
async function writeInstitution(folder: string, cardPages: string): Promise<string> {
  const harbor = fileURLToPath(new URL('../../institutions/harbor', import.meta.url));
  await mkdir(folder);
  await writeFile(join(folder, 'institution.json'), JSON.stringify({ extends: harbor, demonstration: false }));
  const options = { 'paymentOptions.cardConfirmationOrigin': cardPages };
  await writeFile(join(folder, 'options.json'), JSON.stringify(options));
  return folder;
}

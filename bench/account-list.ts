import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { demonstrationEnvironment } from '#tests/support/demonstration-folder.ts';
import { makeDatabase, type PostgresServer } from '#tests/support/postgres.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { captureAccountList, type StatementsOfCustomer } from './captured-statements.ts';
import { type Figure, median } from './figure.ts';
import { measureLatencies, measureThroughput, type Request } from './load.ts';
import { readMemory } from './memory.ts';
import { settle } from './settle.ts';

const CUSTOMERS = 50;
const CONNECTIONS = 32;
const DATABASE = 'passbook_bench';
const ROUNDS = 3;
const TURNS = 20;
const SECONDS = 5;

/** The average of `passbook demo generate`. */
const LOANS_PER_CUSTOMER = 1.42;

/** Compares the account list over HTTP with a bare server, and with more and more loans in the database. */
export async function measureAccountList(postgres: PostgresServer, loans: readonly number[]): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bench-'));
  const databaseUrl = await makeDatabase(postgres.url, DATABASE);
  const environment = {
    ...demonstrationEnvironment(folder),
    // Sessions are created here and checked there, so both need the same time.
    PASSBOOK_NOW: '',
    DATABASE_URL: databaseUrl,
    PASSBOOK_JOBS: 'elsewhere',
  };
  // Creating the demonstration needs memory that a normal start doesn't.
  await (await startServerProcess(environment, { built: true })).stop();
  let server: ServerProcess | undefined = await startServerProcess(environment, { built: true });
  try {
    const memoryAfterStart = readMemory(server.process.pid);
    const customers = await captureAccountList(databaseUrl, CUSTOMERS);
    const throughput = await compareThroughput(server, customers, databaseUrl, folder);
    const memory = memoryFigure(memoryAfterStart, readMemory(server.process.pid));
    await server.stop();
    server = undefined;
    return [throughput, memory, ...(await measureGrowth(postgres, environment, loans))];
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareThroughput(
  server: ServerProcess,
  customers: readonly StatementsOfCustomer[],
  databaseUrl: string,
  folder: string,
): Promise<Figure> {
  const file = join(folder, 'statements.json');
  await writeFile(file, JSON.stringify(customers));
  const bare = spawn(process.execPath, ['bench/bare-server.ts', file, databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [bareUrl] = (await once(createInterface(bare.stdout), 'line')) as [string];
  const bareRequests = customers.map((_, index) => ({ path: `/accounts/${index}`, headers: {} }));
  const ours: number[] = [];
  const theirs: number[] = [];
  const load = { connections: CONNECTIONS, seconds: SECONDS };
  await measureThroughput(bareUrl, bareRequests, { ...load, seconds: 1 });
  await measureThroughput(server.url, requestsOf(customers), { ...load, seconds: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await measureThroughput(bareUrl, bareRequests, load));
    ours.push(await measureThroughput(server.url, requestsOf(customers), load));
  }
  bare.stdin.end();
  const ratio = median(ours) / median(theirs);
  return {
    what: 'Account list over HTTP, signed in',
    measured: `${ratio.toFixed(2)} (${median(ours).toFixed(0)} requests a second)`,
    bar: '≥ 0.60',
    met: ratio >= 0.6,
    against: `bare Fastify with the same prepared statements in the same run: ${median(theirs).toFixed(0)} a second`,
  };
}

function memoryFigure(afterStart: number, afterLoad: number): Figure {
  return {
    what: 'Server on PostgreSQL, resident memory after the start',
    measured: `${afterStart} MB`,
    bar: '≤ 150 MB',
    met: afterStart <= 150,
    against: `after the load of the row above: ${afterLoad} MB`,
  };
}

/**
 * Loads the same customers' lists with few and with many other loans. Each has a database and a server of its own, asked
 * in turns: what the machine does meanwhile, in the minutes of a load as well, then counts for both.
 */
async function measureGrowth(
  postgres: PostgresServer,
  environment: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
  [base, ...more]: readonly number[],
): Promise<Figure[]> {
  if (base === undefined) return [];
  const large = environment.DATABASE_URL;
  await growTo(environment, base);
  const small = await makeDatabase(postgres.url, `${DATABASE}_base`, DATABASE);
  const figures: Figure[] = [];
  for (const wanted of more) {
    await growTo(environment, wanted);
    const [few, many] = await measureInTurns([small, large].map((url) => ({ ...environment, DATABASE_URL: url })));
    // A turn is short enough that the machine does the same for both; over the minutes of all turns it doesn't.
    const ratio = median(few.map((turn, index) => median(many[index] ?? []) / median(turn)));
    figures.push({
      what: `Account list with ${(await countLoans(large)).toLocaleString('en-US')} loans in the database`,
      measured: `${ratio.toFixed(2)} times (median ${median(many.flat()).toFixed(2)} ms)`,
      bar: '≤ 1.10 times',
      met: ratio <= 1.1,
      against: `${(await countLoans(small)).toLocaleString('en-US')} loans, compared turn by turn: median ${median(few.flat()).toFixed(2)} ms`,
    });
  }
  return figures;
}

async function growTo(
  environment: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
  wanted: number,
): Promise<void> {
  const missing = wanted - (await countLoans(environment.DATABASE_URL));
  await generateCustomers(environment, Math.max(1, Math.ceil(missing / LOANS_PER_CUSTOMER)));
  await settle(environment.DATABASE_URL);
}

/** Returns the latencies of each server in each turn, in the order given. */
async function measureInTurns(
  environments: readonly (Readonly<Record<string, string>> & { readonly DATABASE_URL: string })[],
): Promise<[number[][], number[][]]> {
  const servers = await Promise.all(
    environments.map(async (environment) => {
      const requests = requestsOf(await captureAccountList(environment.DATABASE_URL, CUSTOMERS));
      return { process: await startServerProcess(environment, { built: true }), requests };
    }),
  );
  const latencies: [number[][], number[][]] = [[], []];
  for (const { process, requests } of servers) await measureLatencies(process.url, requests, 1_000);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const entries = [...servers.entries()];
    for (const [index, { process, requests }] of turn % 2 === 0 ? entries : entries.toReversed()) {
      latencies[index]?.push(await measureLatencies(process.url, requests, 200));
    }
  }
  for (const { process } of servers) await process.stop();
  return latencies;
}

async function countLoans(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from loans');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

async function generateCustomers(environment: Readonly<Record<string, string>>, customers: number): Promise<void> {
  const command = ['server/cli.ts', 'demo', 'generate', '--customers', String(customers), '--months', '0'];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`passbook demo generate exited with ${code}`);
}

function requestsOf(customers: readonly StatementsOfCustomer[]): Request[] {
  return customers.map(({ tokens }) => ({
    path: '/api/accountList',
    headers: { cookie: `passbook=${tokens.cookie}`, usertoken: tokens.userToken },
  }));
}

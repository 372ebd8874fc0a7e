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

const CUSTOMERS = 50;
const CONNECTIONS = 32;
const ROUNDS = 3;
const SECONDS = 5;

/** The average of `passbook demo generate`. */
const LOANS_PER_CUSTOMER = 1.42;

/** Compares the account list over HTTP with a bare server, and with more and more loans in the database. */
export async function measureAccountList(postgres: PostgresServer, loans: readonly number[]): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bench-'));
  const databaseUrl = await makeDatabase(postgres.url, 'passbook_bench');
  const environment = {
    ...demonstrationEnvironment(folder),
    // Sessions are created here and checked there, so both need the same time.
    PASSBOOK_NOW: '',
    DATABASE_URL: databaseUrl,
    PASSBOOK_JOBS: 'elsewhere',
  };
  // Creating the demonstration needs memory that a normal start doesn't.
  await (await startServerProcess(environment, { built: true })).stop();
  const server = await startServerProcess(environment, { built: true });
  try {
    const memoryAfterStart = readMemory(server.process.pid);
    const customers = await captureAccountList(databaseUrl, CUSTOMERS);
    const throughput = await compareThroughput(server, customers, databaseUrl, folder);
    const memory = memoryFigure(memoryAfterStart, readMemory(server.process.pid));
    const growth = await measureGrowth(server, environment, databaseUrl, loans);
    return [throughput, memory, ...growth];
  } finally {
    await server.stop();
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

/** Loads the same customers' lists as other customers' loans increase. */
async function measureGrowth(
  server: ServerProcess,
  environment: Readonly<Record<string, string>>,
  databaseUrl: string,
  loans: readonly number[],
): Promise<Figure[]> {
  const measured: { readonly loans: number; readonly milliseconds: number }[] = [];
  for (const wanted of loans) {
    const missing = wanted - (await countLoans(databaseUrl));
    await generateCustomers(environment, Math.max(1, Math.ceil(missing / LOANS_PER_CUSTOMER)));
    await settle(databaseUrl);
    const requests = requestsOf(await captureAccountList(databaseUrl, CUSTOMERS));
    await measureLatencies(server.url, requests, 1_000);
    const milliseconds = median(await measureLatencies(server.url, requests, 4_000));
    measured.push({ loans: await countLoans(databaseUrl), milliseconds });
  }
  const [base, ...others] = measured;
  if (!base) return [];
  return others.map((other) => {
    const ratio = other.milliseconds / base.milliseconds;
    return {
      what: `Account list with ${other.loans.toLocaleString('en-US')} loans in the database`,
      measured: `${ratio.toFixed(2)} times (median ${other.milliseconds.toFixed(2)} ms)`,
      bar: '≤ 1.10 times',
      met: ratio <= 1.1,
      against: `${base.loans.toLocaleString('en-US')} loans: median ${base.milliseconds.toFixed(2)} ms`,
    };
  });
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

/** Runs the maintenance PostgreSQL would do in the minutes after a load, so it doesn't disturb the measurement. */
async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
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

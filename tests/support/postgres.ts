import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export interface PostgresServer {
  /** Address of its database `postgres`, used to create others. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Can be killed and restarted on the same data and port, and frozen. */
export interface CrashablePostgres extends PostgresServer {
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Stops all its processes where they are; connections stay open. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Adds a synchronous standby, restarting the server, and returns the standby's address. */
  addStandby(): Promise<string>;
}

/**
 * Starts PostgreSQL 18 from its npm package in a temporary folder on a free port, or uses the server in
 * TEST_DATABASE_URL.
 * @param options.durable flush to disk on commit; tests run several times as fast without it
 */
export async function startPostgres(options: { readonly durable?: boolean } = {}): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  return startCrashablePostgres(options);
}

/** Uses the packaged PostgreSQL even if TEST_DATABASE_URL is set. */
export async function startCrashablePostgres(options: { readonly durable?: boolean } = {}): Promise<CrashablePostgres> {
  const script = fileURLToPath(new URL('postgres-process.ts', import.meta.url));
  const keeper = spawn(process.execPath, [script, ...(options.durable ? ['durable'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl+C reaches only this process; the keeper then sees its input end.
    detached: true,
  });
  const ended = once(keeper, 'exit');
  const lines = createInterface(keeper.stdout);
  const nextLine = () =>
    Promise.race([
      once(lines, 'line').then(([line]) => line as string),
      ended.then(([code]) => Promise.reject(new Error(`PostgreSQL did not start (code ${code}).`))),
    ]);
  const obey = async (command: 'crash' | 'start' | 'freeze' | 'thaw' | 'standby') => {
    const done = nextLine();
    keeper.stdin.write(`${command}\n`);
    return done;
  };
  return {
    url: await nextLine(),
    crash: async () => void (await obey('crash')),
    start: async () => void (await obey('start')),
    freeze: async () => void (await obey('freeze')),
    thaw: async () => void (await obey('thaw')),
    addStandby: () => obey('standby'),
    async stop() {
      keeper.stdin.end();
      await ended;
    },
  };
}

export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.toString();
}

/**
 * Creates a database, empty or as a copy of `template`, and returns its address. PostgreSQL's default way to copy writes
 * all of it to its log, which takes three times as long.
 */
export async function makeDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  const copied = template ? ` template "${template}" strategy file_copy` : '';
  await runOnServer(serverUrl, `create database "${name}"${copied}`);
  return withDatabase(serverUrl, name);
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await runOnServer(serverUrl, `drop database if exists "${name}" with (force)`);
}

/** Drops a database and those whose names start with its name. */
export async function dropDatabaseAndCopies(serverUrl: string, name: string): Promise<void> {
  const names = await runOnServer(serverUrl, `select datname from pg_database where starts_with(datname, '${name}')`);
  for (const { datname } of names) await dropDatabase(serverUrl, String(datname));
}

async function runOnServer(serverUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

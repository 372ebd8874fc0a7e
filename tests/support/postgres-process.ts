/**
 * Runs a PostgreSQL in a temporary folder while its standard input is open, then stops it and removes the folder, so
 * nothing is left behind however the parent process ends. Prints the address when ready. Lines on standard input are
 * commands, each confirmed with a line: `crash` and `start` kill and restart PostgreSQL, `freeze` and `thaw` stop and
 * continue its processes, `standby` starts a second PostgreSQL that replicates the first one synchronously, and
 * confirms with its address. With the argument `durable`, it flushes to disk on commit like a real installation.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from './free-port.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

/** One PostgreSQL with its folder. */
interface PostgresNode {
  readonly folder: string;
  readonly port: number;
  process: ChildProcess;
  /** Its end is intended. */
  isEnding: boolean;
}

const STANDBY = 'standby';

const durable = process.argv.includes('durable');
const { folder: binaries, runAs } = await findPostgresBinaries();
const nodes: PostgresNode[] = [];
const folders = [makeFolder()] as [string];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

execFileSync(
  join(binaries, 'initdb'),
  [`--pgdata=${folders[0]}`, '--username=passbook', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
  { ...runAs, cwd: folders[0], stdio: ['ignore', 'ignore', 'inherit'] },
);

/** Nothing is cleaned up in databases that live for seconds. */
const shortLived = { autovacuum: 'off', bgwriter_lru_maxpages: '0' };

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  log_min_messages: 'panic',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...shortLived }),
};
const primary = await startNode(folders[0], await findFreePort());

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
const commands = createInterface(process.stdin);
commands.on('line', (line) => void obey(line).then(console.log));
commands.on('close', stop);
process.stdin.on('error', stop);
console.log(addressOf(primary));

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-postgres-data-'));
  giveAway(folder);
  return folder;
}

function giveAway(path: string): void {
  if ('uid' in runAs) chownSync(path, runAs.uid, runAs.gid);
}

function addressOf({ port }: PostgresNode): string {
  return `postgres://passbook@127.0.0.1:${port}/postgres`;
}

async function startNode(folder: string, port: number): Promise<PostgresNode> {
  const node: PostgresNode = { folder, port, process: spawnPostgres(folder, port), isEnding: false };
  nodes.push(node);
  await watchStart(node);
  return node;
}

function spawnPostgres(folder: string, port: number): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(join(binaries, 'postgres'), ['-D', folder, '-p', String(port), ...options], {
    ...runAs,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function watchStart(node: PostgresNode): Promise<void> {
  let ready = false;
  let startMessages = '';
  node.process.on('exit', (code) => {
    if (node.isEnding) return;
    if (!ready) process.stderr.write(startMessages);
    process.exit(code ?? 1);
  });
  node.process.stderr?.on('data', (chunk: Buffer) => {
    // Ignores messages about connections before it is ready, and about intended crashes.
    if (ready && !node.isEnding) process.stderr.write(chunk);
    else startMessages += chunk.toString();
  });
  await waitUntilReady(node.port);
  ready = true;
}

async function restart(node: PostgresNode): Promise<void> {
  node.process = spawnPostgres(node.folder, node.port);
  await watchStart(node);
  node.isEnding = false;
}

async function end(node: PostgresNode, signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
  node.isEnding = true;
  const ended = once(node.process, 'exit');
  node.process.kill(signal);
  await ended;
}

async function obey(command: string): Promise<string> {
  if (command === 'crash') await end(primary, 'SIGQUIT');
  if (command === 'start') await restart(primary);
  if (command === 'freeze') signalAll(primary, 'STOP');
  if (command === 'thaw') signalAll(primary, 'CONT');
  if (command === 'standby') return addressOf(await addStandby());
  return command;
}

/** PostgreSQL's processes are in groups of their own, so each gets the signal; the first one starts no more by then. */
function signalAll({ process: { pid } }: PostgresNode, signal: 'STOP' | 'CONT'): void {
  spawnSync('kill', [`-${signal}`, String(pid)]);
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;
  // Some may have ended by themselves.
  spawnSync('kill', [`-${signal}`, ...children.split(/\s+/).filter(Boolean)]);
}

/** The packaged PostgreSQL has no pg_basebackup, so the primary is stopped and its folder copied. */
async function addStandby(): Promise<PostgresNode> {
  await end(primary, 'SIGINT');
  const folder = makeFolder();
  folders.push(folder);
  cpSync(primary.folder, folder, { recursive: true });
  writeFileSync(join(folder, 'standby.signal'), '');
  const connection = `host=127.0.0.1 port=${primary.port} user=passbook application_name=${STANDBY}`;
  appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  execFileSync('chown', ['-R', `${'uid' in runAs ? runAs.uid : process.getuid?.()}`, folder]);
  appendFileSync(join(primary.folder, 'postgresql.auto.conf'), `synchronous_standby_names = '${STANDBY}'\n`);
  await restart(primary);
  return startNode(folder, await findFreePort());
}

/** SIGQUIT stops PostgreSQL at once; its folder is deleted. */
function stop(): void {
  const running = nodes.filter(({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null);
  const ended = running.map((node) => once(node.process, 'exit'));
  for (const node of running) {
    node.isEnding = true;
    signalAll(node, 'CONT');
    node.process.kill('SIGQUIT');
  }
  void Promise.all(ended).then(() => process.exit(0));
}

async function waitUntilReady(port: number): Promise<void> {
  const { default: pg } = await import('pg');
  for (;;) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'passbook', database: 'postgres' });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/**
 * Runs a PostgreSQL in a temporary folder while its standard input is open, then stops it and removes the folder, so
 * nothing is left behind however the parent process ends. Prints the address when ready. The lines `crash` and `start`
 * on standard input kill and restart PostgreSQL; each is confirmed with a line. With the argument `durable`, it flushes
 * to disk on commit like a real installation.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from './free-port.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

const durable = process.argv.includes('durable');
const { folder: binaries, runAs } = await findPostgresBinaries();
const folder = mkdtempSync(join(tmpdir(), 'passbook-postgres-data-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
if ('uid' in runAs) chownSync(folder, runAs.uid, runAs.gid);

execFileSync(
  join(binaries, 'initdb'),
  [`--pgdata=${folder}`, '--username=passbook', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
  { ...runAs, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
);

const port = await findFreePort();
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  log_min_messages: 'panic',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
};
let crashing = false;
let server = await startServer();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
const commands = createInterface(process.stdin);
commands.on('line', (line) => void obey(line));
commands.on('close', stop);
process.stdin.on('error', stop);
console.log(`postgres://passbook@127.0.0.1:${port}/postgres`);

async function startServer(): Promise<ChildProcess> {
  const child = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      folder,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...runAs, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let ready = false;
  let startMessages = '';
  child.on('exit', (code) => {
    if (crashing) return;
    if (!ready) process.stderr.write(startMessages);
    process.exit(code ?? 1);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    // Ignores messages about connections before it is ready, and about intended crashes.
    if (ready && !crashing) process.stderr.write(chunk);
    else startMessages += chunk.toString();
  });
  await waitUntilReady();
  ready = true;
  return child;
}

async function obey(command: string): Promise<void> {
  if (command === 'crash') {
    crashing = true;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }
  if (command === 'start') {
    server = await startServer();
    crashing = false;
  }
  console.log(command);
}

/** SIGQUIT stops PostgreSQL at once; its folder is deleted. */
function stop(): void {
  if (server.exitCode !== null || server.signalCode !== null) process.exit(0);
  server.kill('SIGQUIT');
}

async function waitUntilReady(): Promise<void> {
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

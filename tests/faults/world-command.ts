import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { World } from './world.ts';

/** A command of the operator that may be killed, and what it said. */
export interface WorldCommand {
  readonly process: ChildProcess;
  /** The end of its output. */
  said(): string;
}

/** @param now the time of the command; otherwise that of the world */
export function startCommand({ environment }: World, args: readonly string[], now?: string): WorldCommand {
  const script = fileURLToPath(new URL('../../server/cli.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], ...environment, ...(now === undefined ? {} : { PASSBOOK_NOW: now }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  }
  return { process: child, said: () => said };
}

export async function exitOf({ process }: WorldCommand): Promise<number | null> {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
  return process.exitCode;
}

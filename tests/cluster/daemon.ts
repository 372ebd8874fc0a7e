import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Programs that Debian installs outside a normal user's PATH. */
const PATH = [process.env['PATH'], '/usr/sbin', '/usr/bin'].join(delimiter);

export interface DaemonPlan {
  readonly command: readonly [string, ...string[]];
  readonly log: string;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** Of a process that it starts and that must not survive it. */
  readonly childPidFile?: string;
}

/** A program of the cluster, which is killed and started again. */
export class Daemon {
  readonly #plan: DaemonPlan;
  #child: ChildProcess | undefined;

  constructor(plan: DaemonPlan) {
    this.#plan = plan;
  }

  start(): void {
    const { command, log, user } = this.#plan;
    const [program, ...parameters] = command;
    const child = spawn(program, parameters, {
      ...user,
      env: { PATH, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = createWriteStream(log, { flags: 'a' });
    child.stdout.pipe(output);
    child.stderr.pipe(output);
    this.#child = child;
  }

  /** Immediate, like a power cut. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    const { childPidFile } = this.#plan;
    const pid = childPidFile === undefined ? undefined : await readPid(childPidFile);
    if (pid !== undefined) await killAndWait(pid);
  }
}

/** @throws Error that names the packages to install */
export function assertInstalled(programs: readonly string[], packages: string): void {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return;
  throw new Error(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${packages}`);
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { env: { PATH } });
    return true;
  } catch {
    return false;
  }
}

async function readPid(file: string): Promise<number | undefined> {
  try {
    return Number((await readFile(file, 'utf8')).split('\n')[0]);
  } catch {
    return undefined;
  }
}

async function killAndWait(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
    for (;;) {
      await sleep(20);
      process.kill(pid, 0);
    }
  } catch {
    // It is gone.
  }
}

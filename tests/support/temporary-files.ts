import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
const prefix = 'passbook-tests-';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * From here on, this process and those it starts keep their temporary files in memory, if there is room: databases,
 * profiles of browsers and folders by the thousand, each used for seconds. On a slow disk, tests take half as long again.
 */
export function keepTemporaryFilesInMemory(): void {
  const folder = join(memory, `${prefix}${process.pid}`);
  // The workers of a run inherit its folder.
  if (process.env['TMPDIR']?.startsWith(join(memory, prefix))) return;
  removeFoldersOfEndedRuns();
  if (!hasRoom()) return;
  // Programs that run as another user, such as PostgreSQL, pass through it.
  mkdirSync(folder, { mode: 0o711 });
  process.env['TMPDIR'] = folder;
  process.on('exit', () => remove(folder));
}

function hasRoom(): boolean {
  if (process.availableMemory() < 2 * NEEDED_BYTES) return false;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

function removeFoldersOfEndedRuns(): void {
  const left = existsSync(memory) ? readdirSync(memory).filter((name) => name.startsWith(prefix)) : [];
  for (const name of left) {
    const pid = Number(name.slice(prefix.length));
    if (pid === process.pid || !isRunning(pid)) remove(join(memory, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process that is still ending may write into it; the next run then removes it. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // See above.
  }
}

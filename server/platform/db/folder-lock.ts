import { readFile, rm, writeFile } from 'node:fs/promises';
import { PlainError } from '#server/platform/plain-error.ts';

/**
 * Locks the embedded database's folder, because a second process would damage it. Takes over the lock of a dead
 * process.
 * @returns a function that releases the lock
 * @throws PlainError if a running process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (attempt > 3) throw error;
      if (holder && holder !== process.pid && isAlive(holder)) {
        throw new PlainError(
          `${folder} is in use by process ${holder}. Only one process can use the embedded database. Stop the server (Ctrl+C), then try again.`,
          { cause: error },
        );
      }
      await rm(file, { force: true });
    }
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

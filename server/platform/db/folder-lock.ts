import { readFile, rm, writeFile } from 'node:fs/promises';
import { PlainError } from '#server/platform/plain-error.ts';

/**
 * Keeps a second process off a folder of the embedded database, which would
 * damage it. The lock of a process that is gone is taken over.
 * @returns the way to give the lock back.
 * @throws PlainError when a living process holds it.
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
          `${folder} is in use by process ${holder}. The embedded database serves one process: stop the server (Ctrl+C), then try again.`,
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

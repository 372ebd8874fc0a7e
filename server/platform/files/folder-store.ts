import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkStorageName, type FileStore } from './file-store.ts';

/** Stores files in a folder shared by all server processes, readable only by the server's user. */
export function createFolderStore(folder: string): FileStore {
  const placeOf = (name: string) => path.join(folder, checkStorageName(name).slice(0, 2), name);
  return {
    async put(name, content) {
      const place = placeOf(name);
      const partial = `${place}.part`;
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const file = await open(partial, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } catch (error) {
        // An open file's own error, such as of a full disk, names no place.
        throw new Error(`A file could not be kept in ${folder}`, { cause: error });
      } finally {
        await file.close();
      }
      // Atomic, even if the machine stops midway.
      await rename(partial, place);
      await syncFolder(path.dirname(place));
    },

    async find(name) {
      try {
        return await readFile(placeOf(name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(name) {
      const place = placeOf(name);
      await Promise.all([rm(place, { force: true }), rm(`${place}.part`, { force: true })]);
    },
  };
}

/** Makes the rename durable; systems that can't sync folders report an error, which is safe to ignore. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

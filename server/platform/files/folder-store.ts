import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkStorageName, type FileStore } from './file-store.ts';

/**
 * Files in a folder, which every process that serves them must see: on one machine
 * any folder, on several a shared one. Only the user the server runs as can read them.
 */
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
      } finally {
        await file.close();
      }
      // Whole or not at all, even when the machine stops in the middle.
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

/** Makes the new name in it last; systems that cannot do that for folders say so, which is no loss. */
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

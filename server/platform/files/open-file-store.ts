import type { Config } from '#server/platform/config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

export function openFileStore({ files }: Pick<Config, 'files'>): FileStore {
  return 'bucket' in files ? createS3Store(files.bucket) : createFolderStore(files.folder);
}

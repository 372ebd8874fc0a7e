/**
 * Where the content of documents is kept, outside of the database. Names are made
 * by us, at random; nothing that a customer writes ever becomes one.
 */
export interface FileStore {
  /** Keeps a file; when it returns, the file will survive a crash. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Nothing when there is no such file. */
  find(name: string): Promise<Uint8Array | undefined>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
}

/** Of `createToken`: 256 random bits. */
const storageName = /^[\w-]{43}$/;

/** The last door before a file system: whatever is not a name of ours is a fault of the program. */
export function checkStorageName(name: string): string {
  if (!storageName.test(name)) throw new RangeError('Not a name of a stored file');
  return name;
}

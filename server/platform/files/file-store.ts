export interface FileStore {
  /** When it returns, the file survives a crash. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Returns undefined if the file doesn't exist. */
  find(name: string): Promise<Uint8Array | undefined>;
  /** Idempotent. */
  remove(name: string): Promise<void>;
}

/** From `createToken`: 256 random bits. */
const storageName = /^[\w-]{43}$/;

/** Throws for anything but our own names; the last check before the file system. */
export function checkStorageName(name: string): string {
  if (!storageName.test(name)) throw new RangeError('Not a name of a stored file');
  return name;
}

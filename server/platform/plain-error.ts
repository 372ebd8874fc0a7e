/** An error an operator can fix; only its message is shown. */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
}

/** Returns a sentence for what an operator can fix, or all details of any other error. */
export function describeForOperator(error: unknown): unknown {
  if (error instanceof PlainError) return error.message;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : reasonsOfFiles[code];
  return reason === undefined || path === undefined ? error : `${path}: ${reason} (${code}).`;
}

/** By the code of the system error for a file or folder named on the command line. */
const reasonsOfFiles: Readonly<Record<string, string | undefined>> = {
  EACCES: 'this user may not read or write here; run the command as the user of the server, or give it the folder',
  EPERM: 'this user may not read or write here; run the command as the user of the server, or give it the folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};

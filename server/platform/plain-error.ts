/** An error an operator can fix; only its message is shown. */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
}

/** Returns the message of a {@link PlainError}, or all details of any other error. */
export function describeForOperator(error: unknown): unknown {
  return error instanceof PlainError ? error.message : error;
}

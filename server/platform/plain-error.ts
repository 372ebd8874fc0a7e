/** What an operator can mend: its message says how, and is all that is shown of it. */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
}

/** What a person at the terminal is told: the message of a {@link PlainError}, of any other error everything. */
export function describeForOperator(error: unknown): unknown {
  return error instanceof PlainError ? error.message : error;
}

/**
 * PostgreSQL errors that aren't about the statement: lost or too many connections, shutdown and restart, a read-only
 * standby, deadlocks, lock and statement time-outs.
 */
const temporaryCodes = /^(08...|53...|57P0.|57014|25006|40001|40P01|55P03)$/;

const DEADLOCK = '40P01';

const socketCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** PostgreSQL refuses connections: too many, or it starts, stops or recovers. */
const refusedCodes = /^(08...|53300|57P0.)$/;

/** Errors of pg and its pool that have no code. */
const connectionMessages = [
  'Connection terminated',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
] as const;

/** All connections of the pool are in use. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** Returns whether a retry may work: the database is down, busy or failing over. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isLostConnection(error, temporaryCodes) || isPoolExhausted(error);
}

/**
 * Runs a transaction once more if PostgreSQL ended it for a deadlock. The other transaction can finish by then.
 * @param work one transaction, and nothing before or after it that must happen only once
 */
export async function againAfterDeadlock<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    return work();
  }
}

function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { readonly code?: unknown }).code === DEADLOCK || isDeadlock(error.cause);
}

/** Returns whether a new connection failed because the database can't be reached, rather than for its settings. */
export function isConnectionRefused(error: unknown): boolean {
  return isLostConnection(error, refusedCodes);
}

export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

function isLostConnection(error: unknown, codes: RegExp): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some((each) => isLostConnection(each, codes))) return true;
  const code = (error as { readonly code?: unknown }).code;
  if (typeof code === 'string' && (codes.test(code) || socketCodes.has(code))) return true;
  if (isQueryTimeout(error) || connectionMessages.some((message) => error.message.startsWith(message))) return true;
  return error.cause !== undefined && isLostConnection(error.cause, codes);
}

function isPoolExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.startsWith(NO_FREE_CONNECTION) || isPoolExhausted(error.cause);
}

import { isQueryTimeout } from './prepare-connection.ts';

/**
 * PostgreSQL errors that aren't about the statement: lost or too many connections, shutdown and restart, a read-only
 * standby, deadlocks, lock and statement time-outs.
 */
const temporaryCodes = /^(08...|53...|57P0.|57014|25006|40001|40P01|55P03)$/;

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

/** Errors of pg and its pool that have no code. */
const connectionMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
] as const;

/** Returns whether a retry may work: the database is down, busy or failing over. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  const code = (error as { readonly code?: unknown }).code;
  if (typeof code === 'string' && (temporaryCodes.test(code) || socketCodes.has(code))) return true;
  if (isQueryTimeout(error) || connectionMessages.some((message) => error.message.startsWith(message))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}

import { isQueryTimeout } from './prepare-connection.ts';

/**
 * PostgreSQL's classes and codes that say nothing about the statement itself:
 * lost connections, too many of them, shutdown and restart, a standby that was
 * asked to write, a deadlock or lock that took too long, a statement cut short.
 */
const temporaryCodes = /^(08...|53...|57P0.|57014|25006|40001|40P01|55P03)$/;

/** What Node says of a socket. */
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

/** What pg and its pool say without a code. */
const connectionMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
] as const;

/** Whether asking again later may well work: the database is away, busy or just changing hands. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  const code = (error as { readonly code?: unknown }).code;
  if (typeof code === 'string' && (temporaryCodes.test(code) || socketCodes.has(code))) return true;
  if (isQueryTimeout(error) || connectionMessages.some((message) => error.message.startsWith(message))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}

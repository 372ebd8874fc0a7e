import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/** Properties that are always redacted, at any depth. */
const secretNames = [
  'password',
  'Password',
  'cardNumber',
  'CardNumber',
  'securityCode',
  'SecurityCode',
  'accountNumber',
  'AccountNumber',
  'routingNumber',
  'RoutingNumber',
  'ConfirmAccountNumber',
  'token',
  'cardToken',
  'SSN',
  'ssn',
  'UserToken',
  'usertoken',
  'cookie',
  'authorization',
  'EncryptedData',
];

/** Logs structured lines to standard output (or `destination`), with secrets redacted. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    serializers: { err: describeError },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]),
      censor: '[redacted]',
    },
  };
  // Writes at once, as with 0; only with 1 does `flush` wait for lines that are being written.
  return pino(options, destination ?? pino.destination({ dest: process.stdout.fd, minLength: 1 }));
}

/**
 * Describes an error without its values: the details of a database error quote the failing row, which may contain a
 * token or address.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return describeThrown(error);
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: messageOf(error), ...code, stack: error.stack, ...cause };
}

/** Node tries every address of a name, and reports the failures together without a message of its own. */
function messageOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join('; ');
}

/** The job queue reports copies of errors, which are not errors themselves. */
function describeThrown(thrown: unknown): object {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown) };
  const { message, code, stack } = thrown as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return { message: text(message) ?? text(code) ?? 'no message', code: text(code), stack: text(stack) };
}

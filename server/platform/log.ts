import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/** Names whose values never reach a log line, wherever they stand in it. */
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

/** Structured lines on standard output (or `destination`), with secrets replaced. */
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
  return destination ? pino(options, destination) : pino(options);
}

/**
 * What an error says without the values it carries: the details of a database
 * error quote the failing row, which may hold a token or an address.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

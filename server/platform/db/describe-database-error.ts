import { PlainError } from '#server/platform/plain-error.ts';

/** By SQLSTATE, Node's socket code, or OpenSSL's code: what is wrong at start, and where to fix it. */
const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL, or correct host and port',
  ENOTFOUND: 'the host name is not known. Correct the host',
  EAI_AGAIN: 'the host name could not be looked up. Check the name server, or correct the host',
  ETIMEDOUT: 'the host did not answer. Check the network and its firewall',
  EHOSTUNREACH: 'there is no way to the host. Check the network',
  ENETUNREACH: 'there is no way to the host. Check the network',
  ECONNRESET: 'the connection was cut. Is it PostgreSQL that listens there, and does it take TLS?',
  '28P01': 'the password is wrong for this user. Characters such as @ and / in it must be percent-encoded',
  '28000': 'the server does not let this user in from here. Check pg_hba.conf and sslmode',
  '3D000': 'the database does not exist. Create it: createdb --owner USER NAME',
  '42501':
    'the user lacks a right. With two roles, run: npm run passbook -- migrate. A single user must own the database: ALTER DATABASE NAME OWNER TO USER',
  '53300': 'the server has no free connection. Raise max_connections, or run fewer processes',
  '57P01': 'the server was stopped, or an administrator ended the connection',
  '57P03': 'the server is starting or stopping. Try again in a moment',
  '53100': 'the disk of the server is full',
  '25006': 'the server is a read-only standby. Connect to the primary',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'the certificate is self-signed. Give the authority with sslrootcert=FILE, or use sslmode=require',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate comes from an unknown authority. Give it with sslrootcert=FILE',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate comes from an unknown authority. Give it with sslrootcert=FILE',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name. Use the name in the certificate',
  CERT_HAS_EXPIRED: 'the certificate has expired. Renew it on the server',
};

/** Errors of the driver without a code. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/i, 'the server takes no TLS. Turn ssl on in postgresql.conf, or see PASSBOOK_WITHOUT_TLS'],
  [
    /timeout exceeded when trying to connect|Connection terminated due to connection timeout/,
    'the server did not answer in three seconds. Check host, port and firewall',
  ],
  [/Connection terminated unexpectedly/, 'the connection was cut. Is it PostgreSQL that listens there?'],
  [/password must be a string/, 'there is no password in the address'],
];

/**
 * Says in plain words why the database can't be used at start, without its password.
 * Returns the error itself if it isn't about connecting or rights.
 */
export function describeDatabaseError(error: unknown, databaseUrl: string | null): unknown {
  const found = explain(error);
  if (found === undefined || error instanceof PlainError) return error;
  return new PlainError(`DATABASE_URL: ${addressOf(databaseUrl)}: ${found.explanation} (${found.detail}).`, {
    cause: error,
  });
}

/** Says why a running process can't use the database; undefined if the error isn't about connecting or rights. */
export function explainDatabaseError(error: unknown): string | undefined {
  const found = explain(error);
  return found && `${found.explanation} (${found.detail})`;
}

function explain(thrown: unknown): { readonly explanation: string; readonly detail: string } | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  // The job queue reports copies of errors.
  const error = thrown instanceof Error ? thrown : Object.assign(new Error(), thrown);
  // Node tries every address of a name and reports all failures together.
  const inner = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  for (const each of inner) {
    const found = explain(each);
    if (found) return found;
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const explanation = explanations[code] ?? byMessage.find(([pattern]) => pattern.test(error.message))?.[1];
  if (explanation !== undefined) return { explanation, detail: error.message || code };
  return explain(error.cause);
}

/** Host, port and name: never user and password. */
function addressOf(databaseUrl: string | null): string {
  if (databaseUrl === null || !URL.canParse(databaseUrl)) return 'the database';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

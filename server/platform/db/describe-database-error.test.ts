import { expect, it } from 'vitest';
import { PlainError } from '#server/platform/plain-error.ts';
import { describeDatabaseError, explainDatabaseError } from './describe-database-error.ts';
import { openPostgres } from './open-database.ts';
import { migrate } from './migrate.ts';

const url = 'postgres://passbook:s3cret@db.bank.example:5432/passbook';

it.each([
  ['nothing listens there', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['nothing listens there', new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })])],
  ['the password is wrong', Object.assign(new Error('password authentication failed'), { code: '28P01' })],
  ['Create it: createdb', Object.assign(new Error('database "x" does not exist'), { code: '3D000' })],
  [
    'A single user must own the database',
    new Error('Migrating failed', { cause: Object.assign(new Error('no'), { code: '42501' }) }),
  ],
  ['the server takes no TLS', new Error('The server does not support SSL connections')],
])('an operator reads that %s, with the host and without the password', (expected, error) => {
  const described = describeDatabaseError(error, url) as Error;
  expect(described).toBeInstanceOf(PlainError);
  expect(described.message).toContain('DATABASE_URL: db.bank.example:5432/passbook: ');
  expect(described.message).toContain(expected);
  expect(described.message).not.toContain('s3cret');
});

it('a copy of an error that the job queue reports is understood', () => {
  const reported = { code: 'ECONNREFUSED', message: '' };
  expect(explainDatabaseError(reported)).toBe(
    'nothing listens there. Start PostgreSQL, or correct host and port (ECONNREFUSED)',
  );
  expect(explainDatabaseError({ message: 'unrelated' })).toBeUndefined();
});

it('an error of our own keeps all its details', () => {
  const error = new TypeError('x is undefined');
  expect(describeDatabaseError(error, url)).toBe(error);
});

it('the real driver on a port where nothing listens is understood', async () => {
  const closed = 'postgres://passbook:s3cret@127.0.0.1:1/passbook';
  const opened = openPostgres(closed);
  const error = await migrate(opened.database).catch((reason: unknown) => describeDatabaseError(reason, closed));
  await opened.close();
  expect((error as Error).message).toMatch(/^DATABASE_URL: 127\.0\.0\.1:1\/passbook: nothing listens there/);
});

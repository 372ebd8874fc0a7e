import { expect, it } from 'vitest';
import { addressesOf } from './database-addresses.ts';

it.each([
  ['postgres://a/passbook', ['postgres://a/passbook']],
  ['postgres://a,b/passbook', ['postgres://a/passbook', 'postgres://b/passbook']],
  [
    'postgresql://me:se%2Ccret@a:5432,b:5433/passbook?sslmode=verify-full',
    [
      'postgresql://me:se%2Ccret@a:5432/passbook?sslmode=verify-full',
      'postgresql://me:se%2Ccret@b:5433/passbook?sslmode=verify-full',
    ],
  ],
  ['postgres://[::1]:5432,[::2]/p', ['postgres://[::1]:5432/p', 'postgres://[::2]/p']],
  ['postgres:///passbook?host=/run/postgresql', ['postgres:///passbook?host=/run/postgresql']],
])('the database address %s names its hosts', (databaseUrl, addresses) => {
  expect(addressesOf(databaseUrl)).toEqual(addresses);
});

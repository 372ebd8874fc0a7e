import { expect, it } from 'vitest';
import { matchesSearch } from './find-accounts.ts';

const account = { number: '101-004417-2', description: 'Auto loan', nameOnAccount: 'José Okafor' };

it.each([
  ['', true],
  ['  ', true],
  ['auto', true],
  ['AUTO LOAN', true],
  ['loan  auto', true],
  ['jose', true],
  ['4417', true],
  ['101-004417-2', true],
  ['1010044172', true],
  ['auto 4417', true],
  ['auto 9999', false],
  ['boat', false],
])('a customer who looks for "%s" finds the account: %s', (wanted, found) => {
  expect(matchesSearch(account, wanted)).toBe(found);
});

import { expect, test } from 'vitest';
import { blocksAccount, reasonOf } from './return-codes.ts';

const codes = Array.from({ length: 85 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`);

/** Nacha Operating Rules, appendix 4: unknown account, no debits allowed, or forbidden by its owner. */
const blocking = [
  'R02',
  'R03',
  'R04',
  'R05',
  'R07',
  'R10',
  'R11',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R20',
  'R28',
  'R29',
];

test('only these reasons block the account', () => {
  expect(codes.filter(blocksAccount)).toEqual(blocking);
});

test.each([
  ['insufficientFunds', ['R01', 'R09']],
  ['accountClosed', ['R02']],
  ['noAccount', ['R03', 'R04']],
  ['stopped', ['R08']],
  ['notAuthorized', ['R05', 'R07', 'R10', 'R11', 'R29']],
  ['notAllowed', ['R16', 'R20']],
])('only these reasons tell the customer "%s"', (reason, expected) => {
  expect(codes.filter((code) => reasonOf(code) === reason)).toEqual(expected);
});

test('any other reason is shown as other', () => {
  const told = ['R01', 'R09', 'R02', 'R03', 'R04', 'R08', 'R05', 'R07', 'R10', 'R11', 'R29', 'R16', 'R20'];
  expect(new Set(codes.filter((code) => !told.includes(code)).map(reasonOf))).toEqual(new Set(['other']));
});

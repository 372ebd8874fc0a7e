import { describe, expect, test } from 'vitest';
import {
  hasOpenHoldCode,
  isClosed,
  isHoldCodeIn,
  isPayable,
  kindOfAccount,
  payableKindOf,
  shownAccountNumber,
  type AccountTypeCode,
} from './account.ts';

test.each<[AccountTypeCode, string, boolean]>([
  [0, 'loan', true],
  [1, 'deposit', false],
  [3, 'deposit', false],
  [5, 'deposit', false],
  [6, 'deposit', false],
  [7, 'investment', false],
  [8, 'investment', false],
  [9, 'lineOfCredit', true],
])('type %i is a %s, can be paid: %s', (typeCode, kind, payable) => {
  expect(kindOfAccount(typeCode)).toBe(kind);
  expect(isPayable({ typeCode })).toBe(payable);
  expect(payableKindOf(typeCode)).toBe(payable ? kind : undefined);
});

test.each([
  ['CLOSED', true],
  ['Account closed 2024', true],
  ['', false],
  ['NOX$', false],
])('the comment "%s" marks a closed account: %s', (comment, closed) => {
  expect(isClosed({ comment })).toBe(closed);
});

test.each([
  ['', true],
  ['NOX$', true],
  ['nox$', true],
  ['IRSO', true],
  ['48', false],
  ['NOX$ ', false],
  ['CLOSED', false],
])('the hold code "%s" blocks no payments: %s', (holdCode, open) => {
  expect(hasOpenHoldCode(holdCode)).toBe(open);
});

describe('an account number', () => {
  test.each([
    ['101-004417-2', false, '101-004417-2'],
    ['101-004417-2', true, '101-004417'],
    ['101-004417', true, '101-004417'],
    ['4417', true, '4417'],
  ])('%s, its check digit left out: %s, shows as %s', (number, remove, expected) => {
    expect(shownAccountNumber(number, remove)).toBe(expected);
  });
});

test.each([
  ['BKR', ['BKR'], true],
  [' bkr ', ['DEC', 'Bkr'], true],
  ['BKR2', ['BKR'], false],
  ['', ['BKR'], false],
  ['', [''], true],
  ['BKR', [], false],
])('the hold code "%s" is one of %j: %s', (code, codes, listed) => {
  expect(isHoldCodeIn(code, codes)).toBe(listed);
});

import { expect, test } from 'vitest';
import { readCorrection } from './change-codes.ts';

/** Positions within the 29 characters as in the Nacha Operating Rules, appendix 5. */
test.each([
  ['C01', '1918171615', { accountNumber: '1918171615' }],
  ['C01', '12345678901234567', { accountNumber: '12345678901234567' }],
  ['C01', '12345678901234567 CHECKING', { accountNumber: '12345678901234567' }],
  ['C02', '412002036', { routingNumber: '412002036' }],
  ['C03', '412002036   1918171615', { routingNumber: '412002036', accountNumber: '1918171615' }],
  ['C03', '412002036   12345678901234567', { routingNumber: '412002036', accountNumber: '12345678901234567' }],
  ['C05', '37', { kind: 'Savings' }],
  ['C05', '27', { kind: 'Checking' }],
  ['C06', '1918171615          37', { accountNumber: '1918171615', kind: 'Savings' }],
  ['C07', '4120020361918171615       37', { routingNumber: '412002036', accountNumber: '1918171615', kind: 'Savings' }],
])('%s with "%s" corrects its fields', (code, corrected, expected) => {
  expect(readCorrection(code, corrected)).toEqual(expected);
});

test.each([
  ['a code that is about our own name', 'C04', 'LI WEI'],
  ['a code that is about our own number', 'C09', 'AB12'],
  ['an unknown code', 'C14', '1918171615'],
  ['no account number', 'C01', ''],
  ['a routing number that was cut', 'C02', '41200203'],
  ['a routing number without its account number', 'C03', '412002036'],
  ['a transaction code of neither kind', 'C05', '47'],
  ['a transaction code that no checking account has', 'C05', '21'],
  ['a transaction code that no savings account has', 'C05', '31'],
  ['a letter within a transaction code', 'C05', '2X'],
  ['a routing number with a letter', 'C02', '41200203X'],
  ['an account number whose transaction code is missing', 'C06', '1918171615'],
  ['all but the transaction code', 'C07', '4120020361918171615'],
])('%s corrects nothing by itself', (_what, code, corrected) => {
  expect(readCorrection(code, corrected)).toBeUndefined();
});

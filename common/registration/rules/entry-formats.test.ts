import { describe, expect, it } from 'vitest';
import { accountNumberMask, digitsOf, findBirthDate, formatAccountNumber, formatBirthDate } from './entry-formats.ts';

describe('the mask of an account number', () => {
  it.each([
    [[4, 6, 1], '0000-000000-0'],
    [[3, 6], '000-000000'],
    [[6], '000000'],
    [[], ''],
  ])('of parts %j is "%s"', (parts, mask) => {
    expect(accountNumberMask(parts)).toBe(mask);
  });
});

describe('a formatted account number', () => {
  it.each([
    ['1010088146', [3, 6, 1], '101-008814-6'],
    ['101-008814-6', [3, 6, 1], '101-008814-6'],
    ['101-008814', [3, 6], '101-008814'],
    ['101008', [3, 6, 1], '101-008'],
    ['101', [3, 6, 1], '101'],
    ['008814', [6], '008814'],
    [' AB-17 ', [], 'AB-17'],
  ])('"%s" in parts %j becomes "%s"', (typed, parts, formatted) => {
    expect(formatAccountNumber(typed, parts)).toBe(formatted);
  });
});

describe('a formatted date of birth', () => {
  it.each([
    ['05/23/1979', '05/23/1979'],
    ['05231979', '05/23/1979'],
    ['05/23/197', ''],
    ['05/23/19791', ''],
    ['', ''],
  ])('"%s" becomes "%s"', (typed, formatted) => {
    expect(formatBirthDate(typed)).toBe(formatted);
  });

  it.each([
    ['05/23/1979', '1979-05-23'],
    ['02/29/2000', '2000-02-29'],
    ['02/29/1999', undefined],
    ['13/01/1999', undefined],
    ['00/10/1999', undefined],
  ])('"%s" is parsed as %s', (typed, day) => {
    expect(findBirthDate(typed)).toBe(day);
  });
});

it('typed text keeps only its digits', () => {
  expect(digitsOf('900-31 88x14')).toBe('900318814');
});

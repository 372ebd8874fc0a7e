import { describe, expect, test } from 'vitest';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import { findAmountEntryError, formatAmountEntry } from './amount-entries.ts';
import { AMOUNT_ENTRY_LENGTH, amountLimits, parseAmountEntry } from './amounts.ts';

describe('Enter Amount', () => {
  const any = amountLimits(ordinaryTerms, ordinarySettings, 'ACH');

  test.each([
    ['', { key: 'amountError.required' }],
    ['  ', { key: 'amountError.required' }],
    ['0', { key: 'amountError.range', values: { min: '$0.01', max: '$8,451.15' } }],
    ['0.01', undefined],
    ['8451.15', undefined],
    ['$8,451.15', undefined],
    ['8451.16', { key: 'amountError.range', values: { min: '$0.01', max: '$8,451.15' } }],
    ['abc', { key: 'amountError.range', values: { min: '$0.01', max: '$8,451.15' } }],
    ['1.234', { key: 'amountError.range', values: { min: '$0.01', max: '$8,451.15' } }],
    ['-5', { key: 'amountError.range', values: { min: '$0.01', max: '$8,451.15' } }],
  ])('"%s" is parsed as %j', (text, error) => {
    expect(findAmountEntryError(text, any)).toEqual(error);
  });

  test('accepts at most 15 characters', () => {
    expect(AMOUNT_ENTRY_LENGTH).toBe(15);
    expect(parseAmountEntry('000000000012.34')).toBe(1_234);
    expect(parseAmountEntry('0000000000012.34')).toBeUndefined();
  });

  test.each([
    ['1234.5', '$1,234.50'],
    ['$1,234.50', '$1,234.50'],
    ['abc', 'abc'],
    ['', ''],
  ])('shows "%s" as "%s" on blur', (text, shown) => {
    expect(formatAmountEntry(text)).toBe(shown);
  });
});

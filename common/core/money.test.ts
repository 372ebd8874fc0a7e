import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addCents,
  cents,
  formatCents,
  fromWireAmount,
  maxCents,
  minCents,
  parseDollars,
  roundRatio,
  roundToCents,
  scaleCents,
  subtractCents,
  takeUpTo,
  toWireAmount,
  ZERO,
} from './money.ts';

const anyCents = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map(cents);

describe('an amount', () => {
  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])('is never %d cents', (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  });

  test('has a single zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(Object.is(subtractCents(ZERO, ZERO), 0)).toBe(true);
  });

  test('is added, subtracted and compared exactly', () => {
    expect(addCents()).toBe(0);
    expect(addCents(cents(10), cents(-3), cents(5))).toBe(12);
    expect(subtractCents(cents(10), cents(3), cents(9))).toBe(-2);
    expect(minCents(cents(3), cents(-1), cents(2))).toBe(-1);
    expect(maxCents(cents(3), cents(-1), cents(2))).toBe(3);
  });

  test('throws beyond safe integers', () => {
    expect(() => addCents(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError);
    expect(() => subtractCents(cents(Number.MIN_SAFE_INTEGER), cents(1))).toThrow(RangeError);
  });

  test.each([
    [100, 99, 99],
    [100, 100, 100],
    [100, 101, 100],
    [100, -1, 0],
    [-1, 100, 0],
    [0, 0, 0],
  ])('of %i, up to %i, is %i', (amount, max, expected) => {
    expect(takeUpTo(cents(amount), cents(max))).toBe(expected);
  });
});

describe('rounding', () => {
  test.each([
    [49n, 100n, 0n],
    [50n, 100n, 1n],
    [149n, 100n, 1n],
    [150n, 100n, 2n],
    [250n, 100n, 3n],
    [-49n, 100n, 0n],
    [-50n, 100n, -1n],
    [-150n, 100n, -2n],
    [-151n, 100n, -2n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [0n, 7n, 0n],
    [14n, 7n, 2n],
  ])('%i over %i is %i: rounds half away from zero', (numerator, denominator, expected) => {
    expect(roundRatio(numerator, denominator)).toBe(expected);
  });

  test.each([0n, -1n])('division by %i is refused', (denominator) => {
    expect(() => roundRatio(1n, denominator)).toThrow(RangeError);
  });

  test("one day's interest is rounded once: 8,420.00 at 6.49 % is 1.50", () => {
    expect(roundToCents(842_000n * 64_900n, 365n * 1_000_000n)).toBe(150);
  });

  test('rounding never differs from the exact value by more than half, and is symmetric', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (numerator, denominator) => {
          const rounded = roundRatio(numerator, denominator);
          const twiceOff = 2n * (rounded * denominator - numerator);
          expect(twiceOff <= denominator && twiceOff >= -denominator).toBe(true);
          expect(roundRatio(-numerator, denominator)).toBe(-rounded);
        },
      ),
    );
  });

  test('throws beyond safe integers', () => {
    expect(() => roundToCents(2n ** 60n, 1n)).toThrow(RangeError);
  });
});

describe('scaling', () => {
  test.each([
    [10_000, 1, 10_000],
    [10_000, 1.05, 10_500],
    [845_115, 0.5, 422_558],
    [-845_115, 0.5, -422_558],
    [101, 0.005, 1],
    [99, 0.005, 0],
    [333, 0.333333, 111],
    [10_000, 0, 0],
    [1_000_000_000, 0.0000015, 1_500],
    [10_000, -0.5, -5_000],
    [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
  ])('%i cents by %d is %i', (amount, factor, expected) => {
    expect(scaleCents(cents(amount), factor)).toBe(expected);
  });

  test.each([1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY])(
    'scaling by %d, which is not a plain decimal, is refused',
    (factor) => {
      expect(() => scaleCents(cents(100), factor)).toThrow(RangeError);
    },
  );
});

describe('wire amounts', () => {
  test('are in dollars', () => {
    expect(toWireAmount(cents(41_286))).toBe(412.86);
    expect(fromWireAmount(412.86)).toBe(41_286);
    expect(fromWireAmount(-0.01)).toBe(-1);
    expect(fromWireAmount(0)).toBe(0);
  });

  test.each([0.001, 1.005, 412.865, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    '%d dollars is not an amount',
    (dollars) => {
      expect(fromWireAmount(dollars)).toBeUndefined();
    },
  );

  test('convert every amount unchanged', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(fromWireAmount(Number(JSON.stringify(toWireAmount(amount))))).toBe(amount);
      }),
    );
  });
});

describe('a typed amount', () => {
  test.each([
    ['1234.56', 123_456],
    ['$1,234.56', 123_456],
    ['1,234', 123_400],
    ['1,234,567.8', 123_456_780],
    ['.5', 50],
    ['5.', 500],
    ['  7 ', 700],
    ['0', 0],
    ['007', 700],
    ['$0.01', 1],
  ])('"%s" is %i cents', (text, expected) => {
    expect(parseDollars(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '$',
    '.',
    '$.',
    'abc',
    '1.234',
    '1,23',
    '12,34.00',
    '1234,567',
    ',123',
    '-5',
    '(5)',
    '1e3',
    '1 000',
    '$ 5',
    '5$',
    '1.2.3',
    '٣',
    '99999999999999999',
  ])('"%s" is not an amount', (text) => {
    expect(parseDollars(text)).toBeUndefined();
  });
});

describe('a formatted amount', () => {
  test.each([
    [0, '$0.00'],
    [1, '$0.01'],
    [123_456, '$1,234.56'],
    [10, '$0.10'],
    [99, '$0.99'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [100_000_000, '$1,000,000.00'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
    [-1, '-$0.01'],
    [-100, '-$1.00'],
    [-123_456, '-$1,234.56'],
    [Number.MIN_SAFE_INTEGER, '-$90,071,992,547,409.91'],
  ])('%i cents is shown as %s', (amount, expected) => {
    expect(formatCents(cents(amount))).toBe(expected);
  });

  test('can be typed in again', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000).map(cents), (amount) => {
        expect(parseDollars(formatCents(amount))).toBe(amount);
      }),
    );
  });
});

import { expect, test } from 'vitest';
import { dollarsToCents, percentToRate } from './wire-values.ts';

test.each([
  [0, 0],
  [6.49, 64_900],
  [100, 1_000_000],
])('%d percent is a rate', (percent, ppm) => {
  expect(percentToRate(percent)).toBe(ppm);
});

test.each([-0.01, 6.491_23, 100.01, Number.NaN])('%d percent is not a rate, not even zero', (percent) => {
  expect(() => percentToRate(percent)).toThrow(RangeError);
});

test('fractions of a cent are not an amount', () => {
  expect(() => dollarsToCents(0.001)).toThrow(RangeError);
});

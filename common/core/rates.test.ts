import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRate, rateFromPercent, ratePpm, rateToPercent } from './rates.ts';

describe('a rate', () => {
  test.each([0, 64_900, 1_000_000])('may be %i parts per million', (value) => {
    expect(ratePpm(value)).toBe(value);
  });

  test.each([-1, 0.5, 1_000_001, Number.NaN])('%d parts per million is refused', (value) => {
    expect(() => ratePpm(value)).toThrow(RangeError);
  });

  test.each([
    [6.49, 64_900],
    [0, 0],
    [100, 1_000_000],
    [0.0001, 1],
    [7.1234, 71_234],
  ])('of %d percent is %i parts per million', (percent, expected) => {
    expect(rateFromPercent(percent)).toBe(expected);
  });

  test.each([6.49005, 0.00001, -1, -0.0001, 100.0001, Number.NaN])('of %d percent is refused', (percent) => {
    expect(rateFromPercent(percent)).toBeUndefined();
  });

  test('keeps its percentage on the wire', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }).map(ratePpm), (rate) => {
        expect(rateFromPercent(rateToPercent(rate))).toBe(rate);
      }),
    );
  });

  test.each([
    [64_900, '6.49%'],
    [52_500, '5.25%'],
    [0, '0.00%'],
    [1, '0.00%'],
    [49, '0.00%'],
    [50, '0.01%'],
    [149, '0.01%'],
    [150, '0.02%'],
    // As a float, 1.005 is slightly below and would print 1.00%.
    [10_050, '1.01%'],
    [64_949, '6.49%'],
    [64_950, '6.50%'],
    [999_949, '99.99%'],
    [999_950, '100.00%'],
    [70_000, '7.00%'],
    [1_000_000, '100.00%'],
  ])('of %i parts per million is shown as %s', (value, expected) => {
    expect(formatRate(ratePpm(value))).toBe(expected);
  });
});

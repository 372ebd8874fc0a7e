import { expect, it } from 'vitest';
import { formatFigures, median, percentile } from './figure.ts';

it.each([
  [[3], 3],
  [[5, 1, 3], 3],
  [[4, 1, 3, 2], 3],
])('the median of %j is %i', (values, middle) => expect(median(values)).toBe(middle));

it('an empty list has no median', () => {
  expect(() => median([])).toThrow(RangeError);
});

it.each([
  [99, 99],
  [50, 50],
  [100, 100],
])('of a hundred values, %i are at most %i', (share, max) => {
  expect(
    percentile(
      Array.from({ length: 100 }, (_, index) => 100 - index),
      share,
    ),
  ).toBe(max);
});

it('a table shows missed targets', () => {
  const figure = { what: 'Start', measured: '4 s', bar: '≤ 3 s', met: false, against: '' };
  expect(formatFigures([figure]).split('\n').at(-1)).toBe('| Start | 4 s | ≤ 3 s | **no** |  |');
});

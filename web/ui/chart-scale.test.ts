import { expect, test } from 'vitest';
import { placeAt, roundTicks } from './chart-scale.ts';

test.each([
  [2_400_000, [0, 1_000_000, 2_000_000]],
  [970_981, [0, 250_000, 500_000, 750_000]],
  [31_797, [0, 10_000, 20_000, 30_000]],
  [50, [0, 20, 40]],
  [9, [0, 3, 6, 9]],
  [3, [0, 1, 2, 3]],
  [1, [0, 1]],
  [0, [0]],
])('the scale up to %i has round whole numbers at most as high', (highest, ticks) => {
  expect(roundTicks(highest)).toEqual(ticks);
});

test.each([
  [-0.1, 0],
  [0, 0],
  [0.24, 0],
  [0.26, 1],
  [0.99, 3],
  [1, 3],
  [1.2, 3],
])('the share %d of the width falls on place %i of four', (share, place) => {
  expect(placeAt(share, 4)).toBe(place);
});

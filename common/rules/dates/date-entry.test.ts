import { expect, it } from 'vitest';
import { padDateEntry } from './date-entry.ts';

it.each([
  ['5', '5'],
  ['5/', '05/'],
  ['5-', '05/'],
  ['05/', '05/'],
  ['12/', '12/'],
  ['05/3', '05/3'],
  ['05/3/', '05/03/'],
  ['05/3.', '05/03/'],
  ['05/23/', '05/23/'],
  ['5/23/1979', '5/23/1979'],
  ['05/3/1979', '05/3/1979'],
  ['', ''],
])('a date that is typed up to "%s" stands there as "%s"', (typed, padded) => {
  expect(padDateEntry(typed)).toBe(padded);
});

import { expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { ordinal, ordinalDay } from './use-schedule-text.ts';

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [20, '20th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [30, '30th'],
  [31, '31st'],
])('%i is written as %s', (count, said) => {
  expect(ordinal(count)).toBe(said);
});

it('a day is written with its month', () => {
  expect(ordinalDay(day('2026-12-05'))).toBe('December 5th');
});

import { expect, it } from 'vitest';
import { isStorable } from './storable-input.ts';

it.each<[unknown, boolean]>([
  ['Li Wei 💥', true],
  ['a\0b', false],
  ['half a pair \ud83d', false],
  ['half a pair \udca5', false],
  [{ list: [1, true, null, 'x'] }, true],
  [{ list: [{ text: '\ud83d' }] }, false],
  [undefined, true],
])('%j can be stored: %s', (input, expected) => {
  expect(isStorable(input)).toBe(expected);
});

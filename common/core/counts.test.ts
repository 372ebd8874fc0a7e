import { expect, it } from 'vitest';
import { countOf } from './counts.ts';

it.each([
  [0, '0 drafts'],
  [1, '1 draft'],
  [2, '2 drafts'],
])('%i is told as "%s"', (count, words) => {
  expect(countOf(count, 'draft')).toBe(words);
});

it('a noun with a plural of its own is told with it', () => {
  expect(countOf(1, 'entry', 'entries')).toBe('1 entry');
  expect(countOf(3, 'entry', 'entries')).toBe('3 entries');
});

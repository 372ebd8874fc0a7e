import { expect, test } from 'vitest';
import { whyInWords } from './return-code-words.ts';

test.each([
  ['R01', 'R01, not enough money in the account'],
  ['R99', 'R99'],
  ['REFUND', 'refunded, not returned by the bank'],
  ['Card limit exceeded', 'Card limit exceeded'],
  ['', ''],
])('why %s is said as %s', (why, words) => {
  expect(whyInWords(why)).toBe(words);
});

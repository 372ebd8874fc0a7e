import { expect, test } from 'vitest';
import { returnInWords, whyInWords } from './return-code-words.ts';

test.each([
  ['R01', 'R01, not enough money in the account'],
  ['R99', 'R99'],
  ['REFUND', 'refunded, not returned by the bank'],
  ['Card limit exceeded', 'Card limit exceeded'],
  ['', ''],
])('why %s is said as %s', (why, words) => {
  expect(whyInWords(why)).toBe(words);
});

test.each([
  ['$25.00 to 101-1, by the bank, R01', '$25.00 to 101-1, by the bank, R01, not enough money in the account'],
  ['$25.00 to 101-1, REFUND', '$25.00 to 101-1, refunded, not returned by the bank'],
  ['$25.00 to 101-1', '$25.00 to 101-1'],
])('the line %s is said as %s', (line, words) => {
  expect(returnInWords(line)).toBe(words);
});

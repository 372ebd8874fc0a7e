import { expect, it } from 'vitest';
import { holdCodeWords, isHoldCodeEntry, shownComment } from './hold-code-words.ts';

const words = holdCodeWords(['48=Payment arrangement', 'bkr = Call us about this loan', '71=', 'not an entry']);

it.each([
  ["the host's placeholder", 'NOX$', ''],
  ['no code', '', ''],
  ['a code that stops no payment', 'IRSO', ''],
  ['a code with words', '48', 'Payment arrangement'],
  ['a code in other case and with spaces', ' Bkr ', 'Call us about this loan'],
  ['a code that the institution hides', '71', ''],
  ['a code without text', '99', 'On hold'],
  ['a closed loan', 'CLOSED 2024', 'CLOSED 2024'],
])('%s is shown in words', (_, comment, shown) => {
  expect(shownComment(comment, words, 'On hold')).toBe(shown);
});

it.each([
  ['48=Payment arrangement', true],
  ['48=', true],
  ['=Payment arrangement', false],
  ['Payment arrangement', false],
])('%j is a valid entry: %s', (entry, expected) => {
  expect(isHoldCodeEntry(entry)).toBe(expected);
});

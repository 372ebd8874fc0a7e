import { describe, expect, test } from 'vitest';
import { guessableWords, mailboxOf, passwordWeaknesses } from './password-weakness.ts';

describe('words that are tried first', () => {
  test.each<[string, string[]]>([
    ['Margaret Okafor', ['margaret', 'margaretokafor', 'okafor']],
    ['First Town Bank', ['first', 'firsttown', 'firsttownbank', 'town', 'townbank', 'bank']],
    ['margaret.okafor', ['margaret', 'margaretokafor', 'okafor']],
    ['T. J. Wei', ['tjwei', 'jwei', 'wei']],
    ['Tomás', ['tomás', 'tomas']],
    ['Li', []],
    ['Lee', ['lee']],
    ['', []],
    [' - ', []],
    ['ﬁrst', ['first']],
    ['Ann Ann', ['ann', 'annann']],
    ['4 Wharf Street', ['4wharf', '4wharfstreet', 'wharf', 'wharfstreet', 'street']],
  ])('of %s are %j', (text, words) => {
    expect(guessableWords([text])).toEqual(words);
  });

  test('are those of every name and address, each once', () => {
    expect(guessableWords(['Wei', 'wei', 'Harbor'])).toEqual(['wei', 'harbor']);
    expect(guessableWords([])).toEqual([]);
  });
});

test.each([
  ['li.wei@example.com', 'li.wei'],
  ['li.wei', 'li.wei'],
  ['@example.com', ''],
  ['', ''],
])('the mailbox of "%s" is "%s"', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test('each reason why a password is easy to guess has its name on the wire', () => {
  expect(passwordWeaknesses).toEqual([
    'common',
    'repeated',
    'sequence',
    'keyboardRow',
    'date',
    'personalWord',
    'institutionName',
  ]);
});

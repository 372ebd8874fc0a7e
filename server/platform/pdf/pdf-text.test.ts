import { describe, expect, test } from 'vitest';
import { printableText, wrapText } from './pdf-text.ts';

describe('the characters of the built-in fonts', () => {
  test.each([
    ['José Müller', 'José Müller'],
    ['O’Brien – 5 €', 'O’Brien – 5 €'],
    ['Łukasz Ștefan Čapek', 'Lukasz Stefan Capek'],
    ['e\u0301', 'é'],
    ['北京', '??'],
    ['a\tb\u0000', 'a?b?'],
    ['', ''],
  ])('turn "%s" into "%s"', (text, expected) => {
    expect(printableText(text)).toBe(expected);
  });
});

describe('a text wrapped to ten characters', () => {
  const wrap = (text: string) => wrapText(text, 10, (line) => line.length);

  test.each([
    ['short', ['short']],
    ['exactly te', ['exactly te']],
    ['two words apart', ['two words', 'apart']],
    ['one-very-long-word', ['one-very-l', 'ong-word']],
    ['a one-very-long-word', ['a', 'one-very-l', 'ong-word']],
    ['', ['']],
  ])('"%s" is %j', (text, expected) => {
    expect(wrap(text)).toEqual(expected);
  });
});

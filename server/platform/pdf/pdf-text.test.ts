import { describe, expect, test } from 'vitest';
import { printableText, wrapText } from './pdf-text.ts';

describe('what the built-in fonts can show', () => {
  test.each([
    ['José Müller', 'José Müller'],
    ['O’Brien – 5 €', 'O’Brien – 5 €'],
    ['Łukasz Ștefan Čapek', 'Lukasz Stefan Capek'],
    ['e\u0301', 'é'],
    ['北京', '??'],
    ['a\tb\u0000', 'a?b?'],
    ['', ''],
  ])('of "%s" is "%s"', (text, expected) => {
    expect(printableText(text)).toBe(expected);
  });
});

describe('a text in lines of ten characters', () => {
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

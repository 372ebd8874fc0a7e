import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['Ng, May', '"Ng, May"'],
  ['the "big" one', '"the ""big"" one"'],
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['@cmd', "'@cmd"],
  ['＝1+1', "'＝1+1"],
  ['＠cmd', "'＠cmd"],
  ['-12.50', '-12.50'],
  ['-', "'-"],
])('%s is written as %s', (value, written) => {
  expect(toCsv(['name'], [[value]])).toBe(`name\r\n${written}\r\n`);
});

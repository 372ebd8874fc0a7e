import { describe, expect, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { csvLine } from './history-csv.ts';

describe('a text cell', () => {
  test.each([
    ['Payment', 'Payment'],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['  =1', "'  =1"],
    ['\r=1', `"'\r=1"`],
    ['a,b', '"a,b"'],
    ['a "b"', '"a ""b"""'],
    ['two\nlines', '"two\nlines"'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('writes %j as %j, so no spreadsheet runs it as a formula', (text, expected) => {
    expect(csvLine([text])).toBe(`${expected}\r\n`);
  });
});

describe('an amount', () => {
  test.each([
    [41_286, '412.86'],
    [5, '0.05'],
    [0, '0.00'],
    [-2_500, '(25.00)'],
    [-7, '(0.07)'],
    [123_456_789, '1234567.89'],
  ])('of %i cents is written as %s', (amount, expected) => {
    expect(csvLine([cents(amount)])).toBe(`${expected}\r\n`);
  });
});

import { describe, expect, it, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { changed, returned, returnFile } from '#tests/builders/return-file.ts';
import { readReturnFile } from './return-file.ts';

const trace = '411001010000007';

describe('a file of returns', () => {
  it('says of each entry why it comes back', () => {
    const file = returnFile([returned(trace, 31_855, 'R01'), returned('411001010000009', 5_000, 'R29')]);
    expect(readReturnFile(file)).toEqual({
      ok: true,
      value: [
        { kind: 'return', code: 'R01', originalTrace: trace, amountCents: cents(31_855) },
        { kind: 'return', code: 'R29', originalTrace: '411001010000009', amountCents: cents(5_000) },
      ],
    });
  });

  it('brings notifications of change among the returns', () => {
    const file = returnFile([changed(trace, 'C01', '1918171615'), returned(trace, 31_855, 'R03')]);
    expect(readReturnFile(file)).toMatchObject({
      ok: true,
      value: [{ kind: 'change', code: 'C01', originalTrace: trace, corrected: '1918171615' }, { kind: 'return' }],
    });
  });

  it('may end its lines as other systems do', () => {
    const file = returnFile([returned(trace, 31_855, 'R01')]);
    expect(readReturnFile(file.replaceAll('\n', '\r\n'))).toEqual(readReturnFile(file));
  });
});

const whole = returnFile([returned(trace, 31_855, 'R01')]);

test.each([
  ['is empty', '', /does not begin with a file header/],
  ['lacks its end', whole.split('\n').slice(0, 5).join('\n'), /ends without a file control/],
  ['lacks an entry', whole.split('\n').toSpliced(2, 2).join('\n'), /line 3: states 2 entries of 0/],
  ['lacks a reason', whole.split('\n').toSpliced(3, 1).join('\n'), /line 4: a batch ends .* within an entry/],
  ['has another amount than its totals', whole.replace('0000031855', '0000031856'), /line 5: states other totals/],
  ['has a line that was cut', whole.replace('R01', ''), /line 4: has 91 characters/],
  ['has a reason of no kind', whole.replace('R01', 'X01'), /line 4: is neither a return nor/],
  ['has a line of no kind', whole.replace('\n6', '\n4'), /line 3: is of no known kind/],
  ['goes on after its end', whole + whole, /line 11: comes after the file control/],
])('a file that %s is refused as a whole', (_what, text, expected) => {
  const read = readReturnFile(text);
  expect(read.ok ? 'read' : read.error).toMatch(expected);
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { changed, returned, returnedCredit, returnFile } from '#tests/builders/return-file.ts';
import { readReturnFile } from './return-file.ts';

const trace = '411001010000007';

describe('a return file', () => {
  it("gives each entry's return reason", () => {
    const file = returnFile([returned(trace, 31_855, 'R01'), returned('411001010000009', 5_000, 'R29')]);
    expect(readReturnFile(file)).toEqual({
      ok: true,
      value: [
        { kind: 'return', code: 'R01', originalTrace: trace, direction: 'debit', amountCents: cents(31_855) },
        {
          kind: 'return',
          code: 'R29',
          originalTrace: '411001010000009',
          direction: 'debit',
          amountCents: cents(5_000),
        },
      ],
    });
  });

  it('contains notifications of change among the returns', () => {
    const file = returnFile([changed(trace, 'C01', '1918171615'), returned(trace, 31_855, 'R03')]);
    expect(readReturnFile(file)).toMatchObject({
      ok: true,
      value: [{ kind: 'change', code: 'C01', originalTrace: trace, corrected: '1918171615' }, { kind: 'return' }],
    });
  });

  it('returns a payment of your own with four values put into the sample', async () => {
    const lines = (await readFile('docs/import-sample/one-return.ach', 'utf8')).split('\n');
    // As docs/end-of-day.md says: line, first position, value.
    const values: readonly (readonly [number, number, string])[] = [
      [3, 30, '0000012050'],
      [4, 4, 'R02'],
      [4, 7, '411001010000042'],
      [5, 21, '000000012050'],
      [6, 32, '000000012050'],
    ];
    for (const [line, first, value] of values) {
      const before = lines[line - 1] ?? '';
      lines[line - 1] = before.slice(0, first - 1) + value + before.slice(first - 1 + value.length);
    }
    expect(readReturnFile(lines.join('\n'))).toEqual({
      ok: true,
      value: [
        {
          kind: 'return',
          code: 'R02',
          originalTrace: '411001010000042',
          direction: 'debit',
          amountCents: cents(12_050),
        },
      ],
    });
  });

  it('is shown by the samples of the documentation', async () => {
    const read = async (name: string) => readReturnFile(await readFile(`docs/import-sample/${name}.ach`, 'utf8'));
    const aboutDraft = { originalTrace: expect.any(String), direction: 'debit' };
    expect(await read('returns')).toEqual({
      ok: true,
      value: [
        { ...aboutDraft, kind: 'return', code: 'R01', amountCents: cents(46_948) },
        { ...aboutDraft, kind: 'return', code: 'R29', amountCents: cents(5_000) },
      ],
    });
    expect(await read('one-return')).toEqual({
      ok: true,
      value: [{ ...aboutDraft, kind: 'return', code: 'R01', amountCents: cents(46_948) }],
    });
    expect(await read('changes')).toEqual({
      ok: true,
      value: [{ ...aboutDraft, kind: 'change', code: 'C01', corrected: '1918171615' }],
    });
  });

  it('may have blank lines, service class 225, and no trailing blanks', () => {
    const lines = returnFile([returned(trace, 31_855, 'R01')]).split('\n');
    const [header = '', ...rest] = lines;
    const text = [header.trimEnd(), '', ...rest.map((line) => (line.startsWith('9') ? line.trimEnd() : line))]
      .join('\n')
      .replace('\n5200', '\n5225')
      .replace('\n8200', '\n8225');
    expect(readReturnFile(text)).toEqual(readReturnFile(lines.join('\n')));
    expect(readReturnFile(text)).toMatchObject({ ok: true });
  });

  it('may end with lines of spaces', () => {
    const file = returnFile([returned(trace, 31_855, 'R01')]);
    expect(readReturnFile(`${file}  \n`)).toEqual(readReturnFile(file));
  });

  it.each(['R01', 'R09', 'R10', 'R79', 'R80', 'R85'])('may have the reason %s', (code) => {
    expect(readReturnFile(returnFile([returned(trace, 31_855, code)]))).toMatchObject({ ok: true, value: [{ code }] });
  });

  it.each(['C01', 'C09', 'C10', 'C14'])('may have the change %s', (code) => {
    expect(readReturnFile(returnFile([changed(trace, code, '1')]))).toMatchObject({ ok: true, value: [{ code }] });
  });

  it('may have an amount next to an account number that fills its field', () => {
    const file = returnFile([returned(trace, 31_855, 'R01')]).replace('9081726354       ', '12345678901234567');
    expect(readReturnFile(file)).toMatchObject({ ok: true, value: [{ amountCents: 31_855 }] });
  });

  it('counts returned credits separately from debits, and tells them apart', () => {
    const file = returnFile([returnedCredit(trace, 31_855, 'R01'), returned(trace, 100, 'R01')]);
    expect(readReturnFile(file)).toMatchObject({
      ok: true,
      value: [
        { amountCents: 31_855, direction: 'credit' },
        { amountCents: 100, direction: 'debit' },
      ],
    });
    expect(readReturnFile(file.replace('\n621', '\n626'))).toMatchObject({ ok: false });
  });

  it('may have other line endings', () => {
    const file = returnFile([returned(trace, 31_855, 'R01')]);
    expect(readReturnFile(file.replaceAll('\n', '\r\n'))).toEqual(readReturnFile(file));
  });
});

const whole = returnFile([returned(trace, 31_855, 'R01')]);
const lines = whole.split('\n');
const [header = '', batchHeader = '', entry = '', addendum = '', batchControl = '', fileControl = ''] = lines;
const made = (...parts: readonly string[]) => parts.join('\n');

test.each([
  ['is empty', '', /the file ends without a file control/],
  ['begins with a batch', made(batchHeader), /line 1: the file does not begin with a file header/],
  ['lacks its end', whole.split('\n').slice(0, 5).join('\n'), /ends without a file control/],
  ['lacks an entry', whole.split('\n').toSpliced(2, 2).join('\n'), /line 3: states 2 entries of 0/],
  ['lacks a reason', whole.split('\n').toSpliced(3, 1).join('\n'), /line 4: a batch ends .* within an entry/],
  ['has another amount than its totals', whole.replace('0000031855', '0000031856'), /line 5: states other totals/],
  ['has a line that was cut', whole.replace('R01', ''), /line 4: has 91 characters/],
  ['has a reason of no kind', whole.replace('R01', 'X01'), /line 4: is neither a return nor/],
  ['has a line of no kind', whole.replace('\n6', '\n4'), /line 3: is of no known kind/],
  ['continues after its end', whole + whole, /line 11: comes after the file control/],
  [
    'continues with a line that begins like filler',
    `${whole}${'9'.repeat(93)}8`,
    /line 11: comes after the file control/,
  ],
  [
    'continues with a line that ends like filler',
    `${whole}8${'9'.repeat(93)}`,
    /line 11: comes after the file control/,
  ],
  ['has the reason R00', whole.replace('R01', 'R00'), /line 4: is neither a return nor/],
  ['has the reason R86', whole.replace('R01', 'R86'), /line 4: is neither a return nor/],
  ['has the reason R96', whole.replace('R01', 'R96'), /line 4: is neither a return nor/],
  ['has the change C92', whole.replace('799R01', '798C92'), /line 4: is neither a return nor/],
  ['has the change C15', whole.replace('799R01', '798C15'), /line 4: is neither a return nor/],
  ['has a return in an addendum of a change', whole.replace('799R01', '798R01'), /line 4: is neither a return nor/],
  ['has a change in an addendum of a return', whole.replace('799R01', '799C01'), /line 4: is neither a return nor/],
  ['has the change C00', whole.replace('799R01', '798C00'), /line 4: is neither a return nor/],
  ['has two headers', made(header, header, batchHeader), /line 2: is a second file header/],
  ['begins a batch within another', made(header, batchHeader, batchHeader), /line 3: a batch begins within another/],
  ['has an entry outside of a batch', made(header, entry), /line 2: an entry stands outside/],
  [
    'has two entries without an addendum between',
    made(header, batchHeader, entry, entry),
    /line 4: the entry before it/,
  ],
  ['has an addendum without an entry', made(header, batchHeader, addendum), /line 3: an addendum belongs to no entry/],
  ['has two addenda for an entry', made(header, batchHeader, entry, addendum, addendum), /line 5: an addendum belongs/],
  ['ends a batch that did not begin', made(header, batchControl), /line 2: a batch ends that did not begin/],
  [
    'ends within a batch',
    made(header, batchHeader, entry, addendum, fileControl),
    /line 5: the file ends within a batch/,
  ],
  ['states two batches', whole.replace('\n9000001', '\n9000002'), /line 6: states 2 batches of 1/],
  ['states two blocks', whole.replace('\n9000001000001', '\n9000001000002'), /line 6: states 2 blocks of 1/],
  ['has an entry of letters', whole.replace('\n626', '\n6XX'), /line 3: is not a returned entry/],
  ['has an addendum about an entry with a letter', whole.replace(trace, trace.replace(/7$/, 'X')), /line 4: names no/],
  ['has an addendum about no entry', whole.replace(trace, 'X'.repeat(15)), /line 4: names no entry/],
  ['counts blank lines', `\n${whole.replace('R01', 'X01')}`, /line 5: is neither a return nor/],
])('that %s is refused as a whole', (_what, text, expected) => {
  const read = readReturnFile(text);
  expect(read.ok ? 'read' : read.error).toMatch(expected);
});

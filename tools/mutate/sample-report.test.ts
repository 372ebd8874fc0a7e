import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mutantKey } from './mutant.ts';
import { describeSample, listUnreached, type Outcome, readOutcomes, scoreOf } from './sample-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'passbook-mutate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileName = 'server/host/books/payoff.ts';

/** A mutant of a line, counted from 1 as in a report of Stryker. */
function mutantOn(line: number, status: string, statusReason = '') {
  const location = { start: { line, column: 3 }, end: { line, column: 9 } };
  return { id: String(line), location, mutatorName: 'StringLiteral', replacement: '""', status, statusReason };
}

/** As a checker sees it, counted from 0. */
const keyOf = (line: number) => {
  const location = { start: { line: line - 1, column: 2 }, end: { line: line - 1, column: 8 } };
  return mutantKey({ ...mutantOn(line, ''), fileName: join(process.cwd(), fileName), location });
};

function reportOf(...mutants: readonly ReturnType<typeof mutantOn>[]): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify({ files: { [fileName]: { mutants } } }));
  return file;
}

const outcome = (line: number, status: Outcome['status']): Outcome => ({
  key: keyOf(line),
  status,
  isDoubtful: false,
  file: fileName,
  line,
  change: 'StringLiteral: ""',
});

describe('reading a report', () => {
  test('finds the mutants of the sample, and leaves out all others', () => {
    const report = reportOf(mutantOn(4, 'Survived'), mutantOn(5, 'CompileError'));
    expect(readOutcomes(report, [keyOf(4)])).toEqual([outcome(4, 'Survived')]);
  });

  test.each([
    ['Timeout', '', true],
    ['RuntimeError', '', true],
    ['Killed', 'Test timed out in 180000ms.', true],
    ['Killed', 'connect ECONNREFUSED 127.0.0.1:5432', true],
    ['Killed', 'expected 1 to be 2', false],
    ['Survived', '', false],
  ])('%s, "%s": may be an effect of a busy machine: %s', (status, reason, isDoubtful) => {
    expect(readOutcomes(reportOf(mutantOn(4, status, reason)), [keyOf(4)])).toMatchObject([{ isDoubtful }]);
  });

  test('names what no test reaches, also outside of the sample', () => {
    const reached = { ...mutantOn(4, 'CompileError'), coveredBy: ['1'] };
    const whileLoading = { ...mutantOn(5, 'CompileError'), static: true };
    const unreached = { ...mutantOn(6, 'CompileError'), coveredBy: [], static: false };
    expect(listUnreached(reportOf(reached, whileLoading, unreached))).toEqual([`${fileName}:6 StringLiteral: ""`]);
  });

  test('refuses a report without a mutant of the sample', () => {
    expect(() => readOutcomes(reportOf(mutantOn(4, 'Killed')), [keyOf(4), keyOf(9)])).toThrow('has 1 of 2 mutants');
  });
});

test('a sample is described with its interval, and names what was missed by file and line', () => {
  const outcomes = [
    ...Array.from({ length: 277 }, (_, line) => outcome(line, 'Killed')),
    ...Array.from({ length: 22 }, (_, line) => outcome(line, 'Survived')),
    outcome(7, 'NoCoverage'),
  ];
  const lines = describeSample(outcomes, 2_930, 'books, seed 1').split('\n');
  expect(scoreOf(outcomes)).toBeCloseTo(92.33, 2);
  expect(lines.slice(0, 3)).toEqual([
    'books, seed 1: 300 of 2930 mutants.',
    'Killed 277, survived 22, not covered 1, timed out even alone 0, stopped the run 0.',
    'Caught 92.3 %, 95 % interval 88.8 to 94.8 %.',
  ]);
  expect(lines).toContain(`not covered ${fileName}:7 StringLiteral: ""`);
});

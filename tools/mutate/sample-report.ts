import { readFileSync } from 'node:fs';
import { type Mutant, mutantKey } from './mutant.ts';

/** The result for one mutant of the sample. */
export interface Outcome {
  readonly key: string;
  readonly status: 'Killed' | 'Survived' | 'Timeout' | 'NoCoverage' | 'RuntimeError';
  /** May be an effect of a busy machine. */
  readonly isDoubtful: boolean;
  readonly file: string;
  readonly line: number;
  readonly change: string;
}

interface ReportedMutant extends Omit<Mutant, 'fileName'> {
  readonly status: string;
  readonly statusReason?: string;
  /** It runs while modules load, for every test. */
  readonly static?: boolean;
  readonly coveredBy?: readonly string[];
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly ReportedMutant[] }>>;
}

const causesOutside = /timed out|ECONN|EPIPE|too many clients|Connection terminated/i;

/** Reads the results of the given mutants from a Stryker report. */
export function readOutcomes(reportFile: string, keys: readonly string[]): Outcome[] {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const wanted = new Set(keys);
  const outcomes = Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants
      .map((mutant) => ({ mutant, key: mutantKey({ ...mutant, location: fromZero(mutant.location), fileName: file }) }))
      .filter(({ key }) => wanted.has(key))
      .map(({ mutant, key }) => ({
        key,
        status: mutant.status as Outcome['status'],
        isDoubtful:
          mutant.status === 'Timeout' ||
          mutant.status === 'RuntimeError' ||
          (mutant.status === 'Killed' && causesOutside.test(mutant.statusReason ?? '')),
        file,
        line: mutant.location.start.line,
        change: changeOf(mutant),
      })),
  );
  if (outcomes.length !== keys.length)
    throw new Error(`${reportFile} has ${outcomes.length} of ${keys.length} mutants`);
  return outcomes;
}

/** Names the mutants that no test reaches, of the sample or not, by file and line. */
export function listUnreached(reportFile: string): string[] {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  return Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ static: isStatic, coveredBy = [] }) => isStatic !== true && coveredBy.length === 0)
      .map((mutant) => `${file}:${mutant.location.start.line} ${changeOf(mutant)}`),
  );
}

function changeOf({ mutatorName, replacement }: ReportedMutant): string {
  return `${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`;
}

/** The report counts lines and columns from 1. */
function fromZero({ start, end }: Mutant['location']): Mutant['location'] {
  return {
    start: { line: start.line - 1, column: start.column - 1 },
    end: { line: end.line - 1, column: end.column - 1 },
  };
}

/** Percent of mutants that a failing test caught, or that never ended. */
export function scoreOf(outcomes: readonly Outcome[]): number {
  return (100 * countCaught(outcomes)) / outcomes.length;
}

function countCaught(outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ status }) => status !== 'Survived' && status !== 'NoCoverage').length;
}

export function describeSample(outcomes: readonly Outcome[], of: number, title: string): string {
  const count = (status: Outcome['status']) => outcomes.filter((outcome) => outcome.status === status).length;
  const [low, high] = interval(countCaught(outcomes), outcomes.length);
  const missed = outcomes.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  return [
    `${title}: ${outcomes.length} of ${of} mutants.`,
    `Killed ${count('Killed')}, survived ${count('Survived')}, not covered ${count('NoCoverage')}, ` +
      `timed out even alone ${count('Timeout')}, stopped the run ${count('RuntimeError')}.`,
    `Caught ${scoreOf(outcomes).toFixed(1)} %, 95 % interval ${low.toFixed(1)} to ${high.toFixed(1)} %.`,
    ...missed
      .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
      .map(
        ({ status, file, line, change }) =>
          `${status === 'Survived' ? 'survived' : 'not covered'} ${file}:${line} ${change}`,
      ),
    '',
  ].join('\n');
}

/** Wilson's 95 % interval of a share, in percent. */
function interval(hits: number, size: number): [number, number] {
  const z = 1.96;
  const share = hits / size;
  const middle = share + z ** 2 / (2 * size);
  const half = z * Math.sqrt((share * (1 - share)) / size + z ** 2 / (4 * size ** 2));
  const scale = 100 / (1 + z ** 2 / size);
  return [scale * (middle - half), scale * (middle + half)];
}

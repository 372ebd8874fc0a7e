import type { Readable } from 'node:stream';
import { csvLines } from './csv-lines.ts';
import { headerProblems, type ImportColumns, type ImportLine, type LineProblem, readLine } from './import-columns.ts';
import type { ImportProblems } from './import-problems.ts';

export interface FileOfLines<Columns extends ImportColumns> {
  /** Such as `methods`; named in problems. */
  readonly file: string;
  readonly columns: Columns;
  /** Checks that involve several columns. */
  check(values: ImportLine<NoInfer<Columns>>): readonly LineProblem[];
}

export interface ReadLine<Columns extends ImportColumns> {
  readonly line: number;
  readonly values: ImportLine<Columns>;
}

/** Few statements, but still small enough for memory. */
const LINES_PER_BATCH = 2_000;

/** Reads the right lines of a file in batches and reports the others. */
export async function* lineBatches<Columns extends ImportColumns>(
  { file, columns, check }: FileOfLines<Columns>,
  source: Readable,
  problems: ImportProblems,
): AsyncGenerator<readonly ReadLine<Columns>[]> {
  let batch: ReadLine<Columns>[] = [];
  let header: readonly string[] | undefined;
  for await (const { line, fields } of csvLines(file, source, problems)) {
    if (!header) {
      header = fields;
      const wrong = headerProblems(columns, header);
      for (const problem of wrong) problems.add({ file, line, ...problem });
      if (wrong.length > 0) return;
      continue;
    }
    const read = readLine(columns, header, fields);
    const wrong = 'problems' in read ? read.problems : check(read.values);
    for (const problem of wrong) problems.add({ file, line, ...problem });
    if (!('values' in read) || wrong.length > 0) continue;
    batch.push({ line, values: read.values });
    if (batch.length < LINES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (!header) problems.add({ file, line: 1, column: '', reason: 'is empty; it needs a header' });
  if (batch.length > 0) yield batch;
}

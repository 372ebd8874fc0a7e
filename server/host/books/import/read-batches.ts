import type { Readable } from 'node:stream';
import type { Transaction } from '#server/platform/db/database.ts';
import { csvLines } from '#server/platform/import/csv-lines.ts';
import {
  headerProblems,
  type ImportColumns,
  type ImportLine,
  type LineProblem,
  readLine,
} from '#server/platform/import/import-columns.ts';
import { selectEarlierLines, selectTaken } from './import.queries.ts';
import type { ImportFile } from './import-run.ts';
import { type ImportProblems, ImportRefused } from '#server/platform/import/import-problems.ts';

export interface KeyedLine<Columns extends ImportColumns> {
  readonly line: number;
  readonly key: string;
  /** Undefined if the line was refused; its key is still remembered. */
  readonly values: ImportLine<Columns> | undefined;
}

export interface FileToRead<Columns extends ImportColumns> {
  readonly file: ImportFile;
  readonly columns: Columns;
  readonly keyColumn: keyof Columns & string;
  /** The lines are about accounts already on the books. */
  readonly updates?: true;
  /** Checks that involve several columns. */
  check(values: ImportLine<Columns>): readonly LineProblem[];
}

/** Few statements, but still small enough for memory. */
const LINES_PER_BATCH = 2_000;

/**
 * Reads a file in batches and reports problems of lines and duplicate keys.
 * @throws ImportRefused if the header is wrong
 */
export async function* readBatches<Columns extends ImportColumns>(
  { transaction, problems }: { readonly transaction: Transaction; readonly problems: ImportProblems },
  toRead: FileToRead<Columns>,
  source: Readable,
): AsyncGenerator<readonly KeyedLine<Columns>[]> {
  for await (const batch of oneAhead(parseBatches(toRead, source, problems))) {
    yield await withNewKeys(transaction, toRead, batch, problems);
  }
}

/** Reads the next batch while the database works on this one. */
async function* oneAhead<Batch>(batches: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  let upcoming = batches.next();
  for (;;) {
    const { done, value } = await upcoming;
    if (done) return;
    upcoming = batches.next();
    // The promise is awaited after this batch; until then, a rejection must not count as unhandled.
    upcoming.catch(() => undefined);
    yield value;
  }
}

async function* parseBatches<Columns extends ImportColumns>(
  toRead: FileToRead<Columns>,
  source: Readable,
  problems: ImportProblems,
): AsyncGenerator<KeyedLine<Columns>[]> {
  let header: readonly string[] | undefined;
  let batch: KeyedLine<Columns>[] = [];
  for await (const { line, fields } of csvLines(toRead.file, source, problems)) {
    if (!header) {
      header = fields;
      refuseWrongHeader(toRead, header, line, problems);
      continue;
    }
    batch.push(readKeyed(toRead, header, fields, line, problems));
    if (batch.length < LINES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (!header) problems.add({ file: toRead.file, line: 1, column: '', reason: 'is empty; it needs a header' });
  if (batch.length > 0) yield batch;
}

function refuseWrongHeader<Columns extends ImportColumns>(
  { file, columns }: FileToRead<Columns>,
  header: readonly string[],
  line: number,
  problems: ImportProblems,
): void {
  const wrong = headerProblems(columns, header);
  for (const problem of wrong) problems.add({ file, line, ...problem });
  if (wrong.length > 0) throw new ImportRefused();
}

function readKeyed<Columns extends ImportColumns>(
  { file, columns, keyColumn, check }: FileToRead<Columns>,
  header: readonly string[],
  fields: readonly string[],
  line: number,
  problems: ImportProblems,
): KeyedLine<Columns> {
  const written = fields[header.indexOf(keyColumn)] ?? '';
  const key = columns[keyColumn]?.parse(written).ok ? written : '';
  const read = readLine(columns, header, fields);
  const wrong = 'problems' in read ? read.problems : check(read.values);
  for (const problem of wrong) problems.add({ file, line, ...problem });
  return { line, key, values: 'values' in read && wrong.length === 0 ? read.values : undefined };
}

/**
 * Drops lines that repeat the key of an earlier line. A line already on the books stays as refused, so lines referring
 * to it aren't reported.
 */
async function withNewKeys<Columns extends ImportColumns>(
  transaction: Transaction,
  { file, keyColumn: column, updates }: FileToRead<Columns>,
  batch: readonly KeyedLine<Columns>[],
  problems: ImportProblems,
): Promise<readonly KeyedLine<Columns>[]> {
  const keys = batch.map(({ key }) => key);
  const earlier = new Map(await selectEarlierLines(transaction, file, keys));
  const taken = updates ? new Set<string>() : await selectTaken(transaction, file, keys);
  return batch.flatMap((read) => {
    const { key, line } = read;
    if (key === '') return [];
    const first = earlier.get(key);
    if (first !== undefined) {
      problems.add({ file, line, column, reason: `is already on line ${first}` });
      return [];
    }
    earlier.set(key, line);
    if (!taken.has(key)) return [read];
    problems.add({ file, line, column, reason: 'was already imported' });
    return [{ ...read, values: undefined }];
  });
}

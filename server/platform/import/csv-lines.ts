import type { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import type { ImportProblems } from './import-problems.ts';

export interface CsvLine {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A longer field means an unclosed quote. */
const MAX_CHARACTERS_PER_LINE = 20_000;

/** Streams the lines of a UTF-8 CSV file, header first. Lines that can't be parsed are reported as problems. */
export async function* csvLines(file: string, source: Readable, problems: ImportProblems): AsyncGenerator<CsvLine> {
  // The parser is ahead of the reader, which may refuse the file because of its header.
  const skipped: { readonly line: number; readonly reason: string }[] = [];
  const reportSkipped = (before: number) => {
    for (const { line, reason } of takeBefore(skipped, before)) problems.add({ file, line, column: '', reason });
  };
  const parser = source.pipe(
    parse({
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: MAX_CHARACTERS_PER_LINE,
      skip_records_with_error: true,
      on_skip(error) {
        skipped.push({ line: Number(error?.['lines'] ?? 0), reason: reasonOf(error) });
        return undefined;
      },
    }),
  );
  source.on('error', (error) => parser.destroy(error));
  for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
    reportSkipped(info.lines);
    yield { line: info.lines, fields: record };
  }
  reportSkipped(Infinity);
}

/** Removes and returns the first entries before a line. */
function takeBefore<Entry extends { readonly line: number }>(entries: Entry[], before: number): Entry[] {
  const end = entries.findIndex(({ line }) => line >= before);
  return entries.splice(0, end === -1 ? entries.length : end);
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The parser's own message quotes the field, which may be a Social Security number. */
function reasonOf(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return 'ends inside a quote that was opened before';
  if (error?.code === 'CSV_MAX_RECORD_SIZE') return `is longer than ${MAX_CHARACTERS_PER_LINE} characters`;
  return error?.['lines'] === 1
    ? 'has a quote in the middle of a field; if columns are separated with semicolons, export the file with commas'
    : 'has a quote in the middle of a field';
}

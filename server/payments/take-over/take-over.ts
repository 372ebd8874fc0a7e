import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { ImportColumns } from '#server/platform/import/import-columns.ts';
import { type ImportProblem, ImportProblems } from '#server/platform/import/import-problems.ts';
import { type FileOfLines, lineBatches, type ReadLine } from '#server/platform/import/line-batches.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import type { Services } from '#server/services.ts';
import { createLineKeys, rememberKeys } from './line-keys.queries.ts';

/** Opens the file from its beginning; called several times. */
export type OpenFile = () => Readable;

export interface TakeOverChoices {
  /** For the audit log. */
  readonly by: string;
  /** Checks everything and writes nothing. */
  readonly dryRun: boolean;
  /** The operator has checked the suspicious values. */
  readonly acceptUnlikely: boolean;
}

export interface Findings {
  readonly problems: ImportProblems;
  readonly unlikely: ImportProblems;
}

export interface TakeOverReport {
  /** Right lines of the file. */
  readonly lines: number;
  /** The others were there already. Zero after a dry run or a problem. */
  readonly added: number;
  readonly problemCount: number;
  readonly problems: readonly ImportProblem[];
  readonly unlikelyCount: number;
  readonly unlikely: readonly ImportProblem[];
}

interface Steps<Columns extends ImportColumns> {
  readonly event: string;
  readonly toRead: FileOfLines<Columns>;
  /** No two lines may have the same value in this column. */
  readonly uniqueColumn?: keyof Columns & string;
  /** Compares lines with the host and the portal, outside the transaction. */
  check(lines: readonly ReadLine<Columns>[], findings: Findings): Promise<void>;
  /** Returns how many are new. */
  write(transaction: Transaction, lines: readonly ReadLine<Columns>[]): Promise<number>;
}

/**
 * Takes what a file has over into the portal: all of it or nothing, and the same file again changes nothing.
 *
 * Reads the file twice, in batches, so that memory use doesn't grow with it: the host is asked before the transaction
 * in which everything is written.
 */
export async function takeOver<Columns extends ImportColumns>(
  { database, audit }: Services,
  open: OpenFile,
  { by, dryRun, acceptUnlikely }: TakeOverChoices,
  { event, toRead, uniqueColumn, check, write }: Steps<Columns>,
): Promise<TakeOverReport> {
  const findings = { problems: new ImportProblems(), unlikely: new ImportProblems() };
  const { problems, unlikely } = findings;
  if (uniqueColumn !== undefined) {
    await inTransaction(database, (transaction) =>
      findRepeated(transaction, open(), { toRead, uniqueColumn }, problems),
    );
  }
  const checked = hashed(open());
  let lines = 0;
  for await (const batch of lineBatches(toRead, checked.source, problems)) {
    lines += batch.length;
    await check(batch, findings);
  }
  const report = {
    lines,
    added: 0,
    problemCount: problems.total,
    problems: problems.shown,
    unlikelyCount: unlikely.total,
    unlikely: unlikely.shown,
  };
  if (dryRun || report.problemCount > 0 || (report.unlikelyCount > 0 && !acceptUnlikely)) return report;
  const added = await inTransaction(database, async (transaction) => {
    const written = hashed(open());
    let count = 0;
    for await (const batch of lineBatches(toRead, written.source, new ImportProblems())) {
      count += await write(transaction, batch);
    }
    if (written.digest() !== checked.digest()) throw new FileChanged();
    await audit.record(transaction, { event, userId: null, details: { lines, added: count, acceptUnlikely, by } });
    return count;
  });
  return { ...report, added };
}

/** The lines that are written aren't those that were checked. */
export class FileChanged extends PlainError {
  constructor() {
    super('The file changed while it was read, so nothing was imported. Run the command again.');
  }
}

/** In a transaction of its own, which ends before the host is asked. */
async function findRepeated<Columns extends ImportColumns>(
  transaction: Transaction,
  source: Readable,
  {
    toRead,
    uniqueColumn: column,
  }: { readonly toRead: FileOfLines<Columns>; readonly uniqueColumn: keyof Columns & string },
  problems: ImportProblems,
): Promise<void> {
  await createLineKeys(transaction);
  // What is wrong with single lines is reported when they are checked.
  for await (const batch of lineBatches(toRead, source, new ImportProblems())) {
    const keys = batch.map(({ line, values }) => ({ line, key: String(values[column]) }));
    for (const { line, earlierLine } of await rememberKeys(transaction, keys)) {
      problems.add({ file: toRead.file, line, column, reason: `is already on line ${earlierLine}` });
    }
  }
}

function hashed(source: Readable): { readonly source: Readable; digest(): string } {
  const hash = createHash('sha256');
  async function* chunks() {
    for await (const chunk of source as AsyncIterable<Buffer | string>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  let digest: string | undefined;
  return { source: Readable.from(chunks()), digest: () => (digest ??= hash.digest('hex')) };
}

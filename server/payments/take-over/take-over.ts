import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { type ImportProblem, ImportProblems } from '#server/platform/import/import-problems.ts';
import type { Services } from '#server/services.ts';

export interface TakeOverChoices {
  /** For the audit log. */
  readonly by: string;
  /** Checks everything and writes nothing. */
  readonly dryRun: boolean;
  /** The operator has checked the suspicious values. */
  readonly acceptUnlikely: boolean;
}

export interface TakeOver {
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

interface Steps<Item> {
  readonly event: string;
  /** Reads the file and what it is compared with, outside the transaction. */
  read(found: TakeOver): Promise<readonly Item[]>;
  /** Returns how many are new. */
  write(transaction: Transaction, items: readonly Item[]): Promise<number>;
}

/** Takes what a file has over into the portal: all of it or nothing, and the same file again changes nothing. */
export async function takeOver<Item>(
  { database, audit }: Services,
  { by, dryRun, acceptUnlikely }: TakeOverChoices,
  { event, read, write }: Steps<Item>,
): Promise<TakeOverReport> {
  const found = { problems: new ImportProblems(), unlikely: new ImportProblems() };
  const items = await read(found);
  const report = {
    lines: items.length,
    added: 0,
    problemCount: found.problems.total,
    problems: found.problems.shown,
    unlikelyCount: found.unlikely.total,
    unlikely: found.unlikely.shown,
  };
  if (dryRun || report.problemCount > 0 || (report.unlikelyCount > 0 && !acceptUnlikely)) return report;
  const added = await inTransaction(database, async (transaction) => {
    const count = await write(transaction, items);
    const details = { lines: items.length, added: count, acceptUnlikely, by };
    await audit.record(transaction, { event, userId: null, details });
    return count;
  });
  return { ...report, added };
}

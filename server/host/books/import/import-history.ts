import type { Readable } from 'node:stream';
import type { Day } from '#common/core/dates.ts';
import { historyColumns, historyProblems, entryFromLine } from './history-lines.ts';
import {
  countNewEntries,
  createHistoryLines,
  type HistoryFinding,
  insertHistoryLines,
  selectImpossible,
  selectUnlikely,
  writeFormerEntries,
} from './history.queries.ts';
import type { ImportRun } from './import-run.ts';
import { insertKeys } from './import.queries.ts';
import { readBatches } from './read-batches.ts';

const SHOWN = 100;

/**
 * Imports what the former system posted on loans before they came onto these books. It is shown, and fills figures of
 * earlier payments that the loans file left open; it moves no money.
 * @param since the file has every entry from this day on
 */
export async function importHistory(run: ImportRun, source: Readable | undefined, since: Day | null): Promise<number> {
  if (!source) return 0;
  if (since === null) throw new Error('A history needs the day from which on it is complete');
  const { transaction, problems, unlikely, clock } = run;
  await createHistoryLines(transaction);
  const columns = historyColumns(clock.today());
  const toRead = { file: 'history', columns, keyColumn: 'entry_id', check: historyProblems } as const;
  for await (const batch of readBatches(run, toRead, source)) {
    await insertKeys(transaction, 'history', batch);
    const lines = batch.flatMap(({ line, values }) => (values ? [{ line, values, entry: entryFromLine(values) }] : []));
    await insertHistoryLines(transaction, lines);
  }
  // Accounts are compared once they are written, and they are only written if all lines are right.
  if (problems.total > 0) return 0;
  const report = (to: typeof problems, { found, total }: { found: readonly HistoryFinding[]; total: number }) =>
    to.addCounted(
      found.map((finding) => ({ file: 'history', ...finding })),
      total,
    );
  report(problems, await selectImpossible(transaction, since, SHOWN));
  if (problems.total > 0) return 0;
  report(unlikely, await selectUnlikely(transaction, since, SHOWN));
  const added = await countNewEntries(transaction);
  await writeFormerEntries(transaction, since);
  return added;
}

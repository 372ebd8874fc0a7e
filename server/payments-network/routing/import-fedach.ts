import { createInterface } from 'node:readline';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { saveBanks } from './bank-directory.queries.ts';
import { readFedAchLine } from './fedach-file.ts';
import type { Bank } from './routing-directory.ts';

const BANKS_AT_ONCE = 1_000;

const MAX_PROBLEMS = 20;

export interface RoutingImport {
  readonly banks: number;
  readonly problemCount: number;
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
}

/** Writes the import to the audit log, in its transaction. */
type RecordImport = (transaction: Transaction, bankCount: number) => Promise<void>;

/** Imports a FedACH directory, all or nothing. Updates known banks and removes none. */
export async function importFedAch(
  database: Database,
  source: NodeJS.ReadableStream,
  record?: RecordImport,
): Promise<RoutingImport> {
  const banks: Bank[] = [];
  const problems: { line: number; reason: string }[] = [];
  let problemCount = 0;
  let number = 0;
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === '') continue;
    const read = readFedAchLine(line);
    if (read.ok) {
      banks.push(read.bank);
      continue;
    }
    problemCount += 1;
    if (problems.length < MAX_PROBLEMS) problems.push({ line: number, reason: read.problem });
  }
  if (problemCount === 0) await saveAll(database, banks, record);
  return { banks: problemCount === 0 ? banks.length : 0, problemCount, problems };
}

async function saveAll(database: Database, banks: readonly Bank[], record?: RecordImport): Promise<void> {
  // Of duplicate numbers, the last line counts: one statement can't write a row twice.
  const unique = [...new Map(banks.map((bank) => [bank.routingNumber, bank])).values()];
  await inTransaction(database, async (transaction) => {
    for (let start = 0; start < unique.length; start += BANKS_AT_ONCE) {
      const [first, ...others] = unique.slice(start, start + BANKS_AT_ONCE);
      if (first) await saveBanks(transaction, [first, ...others]);
    }
    await record?.(transaction, banks.length);
  });
}

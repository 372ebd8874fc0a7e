import type { Readable } from 'node:stream';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/field-cipher.ts';
import { refreshStatistics } from '../write-books.queries.ts';
import { importAccounts } from './import-accounts.ts';
import { importCustomers } from './import-customers.ts';
import { importLoans } from './import-loans.ts';
import { createImportKeys } from './import.queries.ts';
import { type ImportFile, type ImportProblem, ImportProblems, ImportRefused } from './import-problems.ts';

/** The files of an import; one that is missing brings nothing. */
export type ImportSources = Readonly<Partial<Record<ImportFile, Readable>>>;

export interface ImportReport {
  /** Lines brought onto the books; none when anything was wrong. */
  readonly imported: Readonly<Record<ImportFile, number>>;
  readonly problemCount: number;
  /** The first hundred. */
  readonly problems: readonly ImportProblem[];
}

/** What the three parts of an import share. */
export interface ImportRun {
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly cipher: FieldCipher;
  readonly problems: ImportProblems;
}

/**
 * Brings customers, accounts and loans from CSV files onto the books, all or
 * nothing in one transaction. Every line is checked even after the first
 * problem; memory does not grow with the files.
 */
export async function importBooks(
  { database, clock, cipher }: { readonly database: Database } & Pick<ImportRun, 'clock' | 'cipher'>,
  sources: ImportSources,
): Promise<ImportReport> {
  const problems = new ImportProblems();
  try {
    return await inTransaction(database, async (transaction) => {
      const run: ImportRun = { transaction, clock, cipher, problems };
      await createImportKeys(transaction);
      const imported = {
        customers: await importCustomers(run, sources.customers),
        accounts: await importAccounts(run, sources.accounts),
        loans: await importLoans(run, sources.loans),
      };
      if (problems.total > 0) throw new ImportRefused();
      await refreshStatistics(transaction);
      return { imported, problemCount: 0, problems: [] };
    });
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    const nothing = { customers: 0, accounts: 0, loans: 0 };
    return { imported: nothing, problemCount: problems.total, problems: problems.shown };
  } finally {
    for (const source of Object.values(sources)) source.destroy();
  }
}

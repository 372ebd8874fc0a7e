import type { Readable } from 'node:stream';
import type { Day } from '#common/core/dates.ts';
import type { Institution } from '#common/institution/institution.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { refreshStatistics, writeBooks } from '../write-books.queries.ts';
import { importAccounts } from './import-accounts.ts';
import { importHistory } from './import-history.ts';
import { importLoans } from './import-loans.ts';
import { createImportKeys, insertKeys } from './import.queries.ts';
import type { ImportFile, ImportRun } from './import-run.ts';
import { type ImportProblem, ImportProblems, ImportRefused } from '#server/platform/import/import-problems.ts';
import { sealCustomer } from '#server/host/books/customer-details.ts';
import { customerColumns, customerFromLine, customerProblems } from './customer-lines.ts';
import { readBatches } from './read-batches.ts';

/** Any file may be missing. */
export type ImportSources = Readonly<Partial<Record<ImportFile, Readable>>>;

export interface ImportReport {
  /** Lines imported per file, or that a dry run would import; zero for all if there was a problem. */
  readonly imported: Readonly<Record<ImportFile, number>>;
  readonly problemCount: number;
  readonly problems: readonly ImportProblem[];
  /** Suspicious values; they block the import unless accepted. */
  readonly unlikelyCount: number;
  readonly unlikely: readonly ImportProblem[];
}

export interface ImportChoices {
  /** The history file has every entry from this day on; required with it. */
  readonly historySince?: Day | null;
  /** The operator has checked the suspicious values. */
  readonly acceptUnlikely: boolean;
  /** Checks everything, also against what is on the books, and writes nothing. */
  readonly dryRun?: boolean;
  /** Writes the import to the audit log in the same transaction. */
  readonly record?: (transaction: Transaction, imported: ImportReport['imported']) => Promise<void>;
}

export interface ImportDestination extends Pick<ImportRun, 'clock' | 'cipher'> {
  readonly database: Database;
  readonly institution: Pick<Institution, 'servicing' | 'institutionOptions'>;
}

const nothing = { customers: 0, accounts: 0, loans: 0, history: 0 };

/**
 * Imports customers, accounts, loans and their history from CSV files, all or nothing in one transaction. Checks every line even after
 * a problem. Memory use doesn't grow with the files.
 */
export async function importBooks(
  { database, clock, cipher, institution }: ImportDestination,
  sources: ImportSources,
  { acceptUnlikely, dryRun = false, historySince = null, record }: ImportChoices = { acceptUnlikely: false },
): Promise<ImportReport> {
  const problems = new ImportProblems();
  const unlikely = new ImportProblems();
  let checked: ImportReport['imported'] = nothing;
  const unlikelyLines = () => ({ unlikelyCount: unlikely.total, unlikely: unlikely.shown });
  try {
    return await inTransaction(database, async (transaction) => {
      const { servicing, institutionOptions: lengths } = institution;
      const run: ImportRun = { transaction, clock, cipher, problems, unlikely, servicing, lengths };
      await createImportKeys(transaction);
      const imported = {
        customers: await importCustomers(run, sources.customers),
        accounts: await importAccounts(run, sources.accounts),
        loans: await importLoans(run, sources.loans),
        history: await importHistory(run, sources.history, historySince),
      };
      if (problems.total > 0 || (unlikely.total > 0 && !acceptUnlikely)) throw new ImportRefused();
      if (dryRun) {
        checked = imported;
        throw new ImportRefused();
      }
      await refreshStatistics(transaction);
      await record?.(transaction, imported);
      return { imported, problemCount: 0, problems: [], ...unlikelyLines() };
    });
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return { imported: checked, problemCount: problems.total, problems: problems.shown, ...unlikelyLines() };
  } finally {
    for (const source of Object.values(sources)) source.destroy();
  }
}

async function importCustomers(run: ImportRun, source: Readable | undefined): Promise<number> {
  if (!source) return 0;
  const { transaction, problems, clock, cipher } = run;
  const columns = customerColumns(clock.today());
  const toRead = { file: 'customers', columns, keyColumn: 'customer_id', check: customerProblems } as const;
  let written = 0;
  for await (const batch of readBatches(run, toRead, source)) {
    await insertKeys(transaction, 'customers', batch);
    if (problems.total > 0) continue;
    const customers = batch.flatMap(({ values }) => (values ? [sealCustomer(customerFromLine(values), cipher)] : []));
    await writeBooks(transaction, { customers });
    written += customers.length;
  }
  return written;
}

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { day } from '#common/core/dates.ts';
import { defaultLengths, type InstitutionLengths } from '#common/institution/institution-lengths.ts';
import type { Host } from '#server/host/host.ts';
import type { BooksTables } from '#server/host/books/books-tables.ts';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import { importBooks, type ImportChoices, type ImportReport } from '#server/host/books/import/import-books.ts';
import { createClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { servicingRules } from './loan-states.ts';

export interface ImportFiles {
  readonly customers?: string | readonly string[];
  readonly accounts?: string | readonly string[];
  readonly loans?: string | readonly string[];
  readonly history?: string | readonly string[];
}

const tables = ['customers', 'accounts', 'loans', 'deposits', 'transfers'] as const;

/** Creates empty books on 2026-11-21 for imports. */
export async function createImportScene() {
  const { database, close } = await createTestDatabase();
  const clock = createClock('America/New_York', Temporal.Instant.from('2026-11-21T15:00:00Z'));
  const cipher = createFieldCipher(new Uint8Array(32).fill(9));
  const institution = { servicing: servicingRules, institutionOptions: defaultLengths };
  const destination = { database, clock, cipher, institution };
  const host: Host = createEmbeddedHost(database, { servicing: servicingRules, timeZone: 'America/New_York' }, cipher);
  return {
    destination,
    host,
    close,
    /** @param lengths of account numbers; by default any number is usual */
    importTexts(
      files: ImportFiles,
      choices?: ImportChoices,
      lengths: InstitutionLengths = defaultLengths,
    ): Promise<ImportReport> {
      const sources = Object.entries(files).map(([name, lines]) => [name, Readable.from([[lines].flat().join('\n')])]);
      const shaped = { ...destination, institution: { ...institution, institutionOptions: lengths } };
      return importBooks(shaped, Object.fromEntries(sources), choices);
    },
    importSamples: () =>
      importBooks(
        destination,
        {
          customers: readSample('customers'),
          accounts: readSample('accounts'),
          loans: readSample('loans'),
          history: readSample('history'),
        },
        { acceptUnlikely: false, historySince: day('2026-07-15') },
      ),
    countEverything: () => Promise.all(tables.map((table) => countRows(database, table))),
  };
}

export type ImportScene = Awaited<ReturnType<typeof createImportScene>>;

function readSample(name: string): Readable {
  return createReadStream(new URL(`../../docs/import-sample/${name}.csv`, import.meta.url));
}

async function countRows(database: Database, table: (typeof tables)[number]): Promise<number> {
  const row = await database
    .withTables<BooksTables>()
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return row.rows;
}

export const goodCustomer = { customer_id: 'c1', first_name: 'Ada', last_name: 'Byron' };
export const goodLoanAccount = {
  account_number: 'l1',
  customer_id: 'c1',
  type_code: '0',
  description: 'Loan',
  opened_on: '2026-01-02',
  rate: '5',
};
export const goodDeposit = {
  ...goodLoanAccount,
  account_number: 'd1',
  type_code: '1',
  balance: '10',
  available_balance: '10',
};
export const goodLoan = {
  account_number: 'l1',
  principal: '1000',
  billing_frequency: 'Monthly',
  installment: '100',
  next_due_on: '2026-12-01',
  interest_accrued_through: '2026-11-01',
};

/** Builds a CSV file from rows; its columns are all keys that occur. */
export function csv(...lines: readonly Readonly<Record<string, string>>[]): string[] {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  return [columns.join(','), ...lines.map((line) => columns.map((column) => line[column] ?? '').join(','))];
}

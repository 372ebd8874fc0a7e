import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { RatePpm } from '#common/core/rates.ts';
import { type AccountTypeCode, typeCodes } from '#common/accounts/rules/account.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { arrayText } from '#server/platform/db/array-text.ts';
import type { ImportFile } from './import-run.ts';

/**
 * Creates a temporary table with the keys of all lines read, refused ones included, to find duplicates and references.
 * In the database to keep memory flat; dropped with the transaction.
 */
export async function createImportKeys(transaction: Transaction): Promise<void> {
  await sql`
    create temporary table import_keys (
      file text not null,
      key text not null,
      line integer not null,
      account_id bigint,
      type_code smallint,
      rate_ppm integer,
      opened_on date,
      hold_code text,
      status text,
      primary key (key, file)
    ) on commit drop`.execute(transaction);
}

export interface ImportKey {
  readonly key: string;
  readonly line: number;
  /** Set if the account's line was accepted. */
  readonly account?: ImportedAccount;
}

export interface ImportedAccount {
  readonly accountId: number;
  readonly typeCode: AccountTypeCode;
  readonly rate: RatePpm;
  readonly openedOn: Day;
  readonly holdCode: string;
  readonly status: string;
}

export async function insertKeys(
  transaction: Transaction,
  file: ImportFile,
  keys: readonly ImportKey[],
): Promise<void> {
  await sql`
    insert into import_keys (file, key, line, account_id, type_code, rate_ppm, opened_on, hold_code, status)
    select ${file}, * from unnest(
      ${arrayText(keys.map(({ key }) => key))}::text::text[],
      ${arrayText(keys.map(({ line }) => line))}::text::integer[],
      ${arrayText(keys.map(({ account }) => account?.accountId ?? null))}::text::bigint[],
      ${arrayText(keys.map(({ account }) => account?.typeCode ?? null))}::text::smallint[],
      ${arrayText(keys.map(({ account }) => account?.rate ?? null))}::text::integer[],
      ${arrayText(keys.map(({ account }) => account?.openedOn ?? null))}::text::date[],
      ${arrayText(keys.map(({ account }) => account?.holdCode ?? null))}::text::text[],
      ${arrayText(keys.map(({ account }) => account?.status ?? null))}::text::text[]
    )`.execute(transaction);
}

/** Passes keys as a table, so each lookup uses the index. */
function asked(keys: readonly string[]) {
  return sql`unnest(${arrayText(keys)}::text::text[]) as asked (key)`;
}

/** Returns the line each key was first seen on. */
export async function selectEarlierLines(
  transaction: Transaction,
  file: ImportFile,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; line: number }>`
    select key, line from ${asked(keys)} join import_keys using (key) where file = ${file}`.execute(transaction);
  return new Map(rows.map(({ key, line }) => [key, line]));
}

/** Returns the keys already on the books. Call before writing the import's lines. */
export async function selectTaken(
  transaction: Transaction,
  file: ImportFile,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (file === 'loans' || file === 'history') return new Set();
  const onBooks = file === 'customers' ? sql`customers on customer_id = key` : sql`accounts on account_number = key`;
  const { rows } = await sql<{ key: string }>`select key from ${asked(keys)} join ${onBooks}`.execute(transaction);
  return new Set(rows.map(({ key }) => key));
}

export async function selectUnknownCustomers(
  transaction: Transaction,
  customerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from ${asked(customerIds)}
    where not exists (select from customers where customer_id = asked.key)
      and not exists (select from import_keys where file = 'customers' and key = asked.key)`.execute(transaction);
  return new Set(rows.map(({ key }) => key));
}

/** `account` is missing if its own line was refused. */
export async function selectImportedAccounts(
  transaction: Transaction,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, Pick<ImportKey, 'account'>>> {
  const { rows } = await sql<ImportedAccountRow>`
    select key, account_id, type_code, rate_ppm, opened_on, hold_code, status
    from ${asked(accountNumbers)} join import_keys using (key) where file = 'accounts'`.execute(transaction);
  return new Map(rows.map((row) => [row.key, accountOf(row)]));
}

function accountOf(row: ImportedAccountRow): Pick<ImportKey, 'account'> {
  const { account_id: accountId, type_code: typeCode, rate_ppm: rate, opened_on: openedOn } = row;
  const { hold_code: holdCode, status } = row;
  const isKnown = accountId !== null && typeCode !== null && rate !== null && openedOn !== null;
  return isKnown && holdCode !== null && status !== null
    ? { account: { accountId, typeCode, rate, openedOn, holdCode, status } }
    : {};
}

interface ImportedAccountRow {
  readonly key: string;
  readonly account_id: number | null;
  readonly type_code: AccountTypeCode | null;
  readonly rate_ppm: RatePpm | null;
  readonly opened_on: Day | null;
  readonly hold_code: string | null;
  readonly status: string | null;
}

/** Returns the first loans and lines of credit without a line in the loans file, and the total count. */
export async function selectAccountsWithoutLoan(
  transaction: Transaction,
  limit: number,
): Promise<{ readonly lines: readonly number[]; readonly total: number }> {
  const { rows } = await sql<{ line: number; total: number }>`
    select line, count(*) over () as total
    from import_keys as account
    where file = 'accounts' and type_code in (${sql.lit(typeCodes.loan)}, ${sql.lit(typeCodes.lineOfCredit)})
      and not exists (select from import_keys where file = 'loans' and key = account.key)
    order by line limit ${limit}`.execute(transaction);
  return { lines: rows.map(({ line }) => line), total: rows[0]?.total ?? 0 };
}

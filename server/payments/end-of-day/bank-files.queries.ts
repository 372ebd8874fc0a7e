import { type Selectable, sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { type Cents, ZERO } from '#common/core/money.ts';
import type { StandardEntryClass } from '#server/payments-network/nacha/bank-file.ts';
import type { BankAccountType, PaymentTiming } from '#common/payments/rules/payment-types.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { type Payment, toPayment } from '#server/payments/payments.queries.ts';
import type { PaymentTables } from '../payment-tables.ts';
import type { AchFilesTable } from '#server/payments/end-of-day/end-of-day-tables.ts';

export interface CollectedEntry {
  readonly entryId: number;
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly timing: PaymentTiming;
  readonly sec: StandardEntryClass;
  readonly amountCents: Cents;
  readonly ownerName: string;
  readonly accountType: BankAccountType;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

/**
 * Locks the drafts for the file of this day, late ones included, in the order collected. The draft of a payment not yet
 * posted at the host waits for the next file.
 */
export async function lockCollectedEntries(transaction: Transaction, through: Day): Promise<CollectedEntry[]> {
  const rows = await transaction
    .withTables<PaymentTables>()
    .selectFrom('ach_entries')
    .innerJoin('payments', 'payments.payment_id', 'ach_entries.payment_id')
    .select(['entry_id', 'ach_entries.payment_id', 'reference_number', 'timing', 'ach_entries.amount_cents'])
    .select(['sec', 'owner_name', 'account_type', 'routing_number_sealed', 'account_number_sealed'])
    .where('ach_entries.state', '=', 'collected')
    .where('payments.state', '=', 'posted')
    .where('file_on', '<=', through)
    .orderBy('entry_id')
    .forUpdate('ach_entries')
    .execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    paymentId: row.payment_id,
    referenceNumber: row.reference_number,
    timing: row.timing,
    sec: row.sec,
    amountCents: row.amount_cents,
    ownerName: row.owner_name,
    accountType: row.account_type,
    routingNumberSealed: row.routing_number_sealed,
    accountNumberSealed: row.account_number_sealed,
  }));
}

/** Returns recorded bank payments of this day's file, late ones included, that their process has not posted yet. */
export async function listUnposted(queryable: Queryable, through: Day): Promise<Payment[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'submitting')
    .where((where) =>
      where.exists(
        where
          .selectFrom('ach_entries')
          .select('entry_id')
          .whereRef('ach_entries.payment_id', '=', 'payments.payment_id')
          .where('ach_entries.state', '=', 'collected')
          .where('file_on', '<=', through),
      ),
    )
    .orderBy('payment_id')
    .execute();
  return rows.map(toPayment);
}

const BANK_FILE_LOCK = 7_269_031;

/** One file at a time, because trace numbers continue from the last file. */
export async function lockAchFiles(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BANK_FILE_LOCK})`.execute(transaction);
}

export async function findLastSequence(transaction: Transaction, bankId: string): Promise<number> {
  const row = await transaction
    .withTables<PaymentTables>()
    .selectFrom('ach_files')
    .select('last_sequence')
    .where('bank_id', '=', bankId)
    .orderBy('file_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.last_sequence ?? 0;
}

/** Returns whether entries in a range of trace numbers left after an instant; a return would be ambiguous. */
export async function areTracesInUse(
  transaction: Transaction,
  { first, last, since }: { readonly first: string; readonly last: string; readonly since: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select file_id, trace_number from ach_entries
      union all select file_id, trace_number from payout_credits
      union all select file_id, trace_number from refused_bank_entries
    ) as entries join ach_files using (file_id)
    where trace_number between ${first} and ${last} and made_at > ${since.toString()}
    limit 1`.execute(transaction);
  return rows.length > 0;
}

export async function countAchFiles(
  transaction: Transaction,
  bankId: string,
  { on, timeZone }: { readonly on: Day; readonly timeZone: string },
): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(*) as files from ach_files
    where bank_id = ${bankId} and (made_at at time zone ${timeZone})::date = ${on}`.execute(transaction);
  return rows[0]?.files ?? 0;
}

export interface NewAchFile {
  readonly businessOn: Day;
  readonly effectiveOn: Day;
  readonly debitCents: Cents;
  readonly creditCount: number;
  readonly creditCents: Cents;
  readonly bankId: string;
  readonly lastSequence: number;
  readonly idModifier: string;
  readonly contentSealed: Uint8Array;
  readonly contentHash: Uint8Array;
  readonly at: Temporal.Instant;
}

/** Saves a file and the numbers of its entries. The database rejects a second file for the same day. */
export async function insertAchFile(
  transaction: Transaction,
  file: NewAchFile,
  entries: readonly { readonly entryId: number; readonly traceNumber: string }[],
): Promise<number> {
  const { file_id: fileId } = await transaction
    .withTables<PaymentTables>()
    .insertInto('ach_files')
    .values({
      business_on: file.businessOn,
      effective_on: file.effectiveOn,
      entry_count: entries.length,
      debit_cents: file.debitCents,
      credit_count: file.creditCount,
      credit_cents: file.creditCents,
      bank_id: file.bankId,
      last_sequence: file.lastSequence,
      id_modifier: file.idModifier,
      content_sealed: file.contentSealed,
      content_hash: file.contentHash,
      made_at: file.at.toString(),
    })
    .returning('file_id')
    .executeTakeFirstOrThrow();
  await sql`
    update ach_entries set state = 'filed', file_id = ${fileId}, trace_number = given.trace_number
    from unnest(
      ${entries.map(({ entryId }) => entryId)}::bigint[], ${entries.map(({ traceNumber }) => traceNumber)}::text[]
    ) as given (entry_id, trace_number)
    where ach_entries.entry_id = given.entry_id`.execute(transaction);
  return fileId;
}

export interface AchFile {
  readonly fileId: number;
  readonly businessOn: Day;
  readonly effectiveOn: Day;
  readonly entryCount: number;
  readonly debitCents: Cents;
  readonly creditCount: number;
  readonly creditCents: Cents;
  readonly contentSealed: Uint8Array;
  readonly contentHash: Uint8Array;
}

export async function findAchFile(queryable: Queryable, businessOn: Day): Promise<AchFile | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('ach_files')
    .selectAll()
    .where('business_on', '=', businessOn)
    .executeTakeFirst();
  return row && toAchFile(row);
}

/** Of the drafts that a file has, or had when the bank rejected it. */
export async function sumEntries(
  queryable: Queryable,
  fileId: number,
): Promise<{ readonly count: number; readonly cents: Cents }> {
  const { rows } = await sql<{ count: number; cents: Cents }>`
    select count(*) as count, coalesce(sum(amount_cents), 0)::bigint as cents
    from ach_entries where file_id = ${fileId} or entry_id in (
      select entry_id from refused_bank_entries as rejected where rejected.file_id = ${fileId})`.execute(queryable);
  return rows[0] ?? { count: 0, cents: ZERO };
}

function toAchFile(row: Selectable<AchFilesTable>): AchFile {
  return {
    fileId: row.file_id,
    businessOn: row.business_on,
    effectiveOn: row.effective_on,
    entryCount: row.entry_count,
    debitCents: row.debit_cents,
    creditCount: row.credit_count,
    creditCents: row.credit_cents,
    contentSealed: row.content_sealed,
    contentHash: row.content_hash,
  };
}

import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { FileReversalKind } from '#common/payments/rules/file-reversal.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { CollectedEntry } from './bank-files.queries.ts';

export interface ReversedFile {
  readonly fileId: number;
  readonly kind: FileReversalKind;
  readonly reason: string;
  readonly by: string;
  readonly at: Temporal.Instant;
  readonly effectiveOn: Day;
  readonly entries: number;
  readonly creditCents: Cents;
  readonly contentSealed: Uint8Array;
  readonly contentHash: Uint8Array;
}

/** Returns the file that reverses a day's bank file, or undefined. */
export async function findReversal(queryable: Queryable, businessOn: Day): Promise<ReversedFile | undefined> {
  const { rows } = await sql<ReversedFile>`
    select file_id as "fileId", kind, reason, decided_by as by, r.made_at as at, r.effective_on as "effectiveOn",
      r.entry_count as entries, r.credit_cents as "creditCents", r.content_sealed as "contentSealed",
      r.content_hash as "contentHash"
    from reversed_bank_files r join ach_files f using (file_id)
    where f.business_on = ${businessOn}`.execute(queryable);
  return rows[0];
}

export interface ReversibleDraft extends CollectedEntry {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly payOn: Day;
}

/** The drafts of a file that its bank has not given back, in its order. */
export async function listReversible(queryable: Queryable, fileId: number): Promise<ReversibleDraft[]> {
  const { rows } = await sql<ReversibleDraft>`
    select entry_id as "entryId", e.payment_id as "paymentId", reference_number as "referenceNumber", timing, sec,
      e.amount_cents as "amountCents", owner_name as "ownerName", account_type as "accountType",
      routing_number_sealed as "routingNumberSealed", account_number_sealed as "accountNumberSealed",
      customer_id as "customerId", account_number as "accountNumber", pay_on as "payOn"
    from ach_entries e join payments p using (payment_id)
    where file_id = ${fileId} and p.state = 'posted' and not exists (
      select from bank_notices n where n.entry_id = e.entry_id and code like 'R%')
    order by entry_id`.execute(queryable);
  return rows;
}

export interface NewReversal extends Omit<ReversedFile, 'entries'> {
  readonly bankId: string;
  readonly lastSequence: number;
  readonly idModifier: string;
}

export async function insertReversal(
  transaction: Transaction,
  file: NewReversal,
  entries: readonly { readonly entryId: number; readonly traceNumber: string }[],
): Promise<void> {
  await sql`
    insert into reversed_bank_files (file_id, after_file_id, kind, reason, decided_by, effective_on, entry_count, credit_cents, bank_id,
      last_sequence, id_modifier, content_sealed, content_hash, made_at)
    values (${file.fileId}, (select max(file_id) from ach_files), ${file.kind}, ${file.reason}, ${file.by}, ${file.effectiveOn}, ${entries.length},
      ${file.creditCents}, ${file.bankId}, ${file.lastSequence}, ${file.idModifier}, ${file.contentSealed},
      ${file.contentHash}, ${file.at.toString()})`.execute(transaction);
  await sql`
    insert into reversed_bank_entries (entry_id, file_id, trace_number)
    select entry_id, ${file.fileId}, trace_number from unnest(
      ${entries.map(({ entryId }) => entryId)}::bigint[], ${entries.map(({ traceNumber }) => traceNumber)}::text[]
    ) as given (entry_id, trace_number)`.execute(transaction);
}

export interface ToTakeBack {
  readonly paymentId: string;
  readonly effectiveOn: Day;
  readonly by: string;
  readonly reason: string;
}

/** Payments that a file gives back in error and that still count on their loans, oldest first. */
export async function listToTakeBack(queryable: Queryable, limit: number): Promise<ToTakeBack[]> {
  const { rows } = await sql<ToTakeBack>`
    select payment_id as "paymentId", f.effective_on as "effectiveOn", decided_by as by, reason
    from reversed_bank_files f join reversed_bank_entries r using (file_id) join ach_entries e using (entry_id)
      join payments p using (payment_id)
    where f.kind = 'inError' and p.state = 'posted'
    order by entry_id limit ${limit}`.execute(queryable);
  return rows;
}

export interface ReversedEntry {
  readonly businessOn: Day;
  readonly paymentId: string;
}

/** Returns the draft that was given back by an entry with this trace number, or whose own id this is. */
export async function findReversedEntry(
  queryable: Queryable,
  by: { readonly trace: string } | { readonly entryId: number },
): Promise<ReversedEntry | undefined> {
  const condition = 'trace' in by ? sql`r.trace_number = ${by.trace}` : sql`r.entry_id = ${by.entryId}`;
  const { rows } = await sql<ReversedEntry>`
    select business_on as "businessOn", payment_id as "paymentId"
    from reversed_bank_entries r join ach_files f on f.file_id = r.file_id
      join ach_entries e on e.entry_id = r.entry_id
    where ${condition} order by r.file_id desc limit 1`.execute(queryable);
  return rows[0];
}

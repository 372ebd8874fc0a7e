import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

export interface RejectedFile {
  readonly reason: string;
  readonly by: string;
  readonly at: Temporal.Instant;
}

/** Returns the decision that the bank rejected a file, or undefined. */
export async function findFileRejection(queryable: Queryable, businessOn: Day): Promise<RejectedFile | undefined> {
  const { rows } = await sql<RejectedFile>`
    select reason, decided_by as by, decided_at as at from refused_bank_files join ach_files using (file_id)
    where business_on = ${businessOn}`.execute(queryable);
  return rows[0];
}

/**
 * Returns whether the bank has answered about an entry of a file, which it does only of a file it took: a notice, or a
 * payment that came back.
 */
export async function hasAnswers(queryable: Queryable, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    select from ach_entries e where file_id = ${fileId} and (
      exists (select from bank_notices n where n.entry_id = e.entry_id)
      or exists (select from payments p where p.payment_id = e.payment_id and p.state = 'returned'))
    union all
    select from payout_credits c where file_id = ${fileId} and (
      returned_at is not null or exists (select from credit_notices n where n.payout_id = c.payout_id))
    limit 1`.execute(queryable);
  return rows.length > 0;
}

export interface RefiledDraft {
  readonly entryId: number;
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly amountCents: Cents;
}

/** The drafts that a file has now, in its order. */
export async function listDraftsOfFile(queryable: Queryable, fileId: number): Promise<RefiledDraft[]> {
  const { rows } = await sql<RefiledDraft>`
    select entry_id as "entryId", payment_id as "paymentId", reference_number as "referenceNumber", customer_id as "customerId", account_number as "accountNumber",
      e.amount_cents as "amountCents"
    from ach_entries e join payments p using (payment_id)
    where e.file_id = ${fileId} order by entry_id`.execute(queryable);
  return rows;
}

export interface DraftOfRejectedFile extends RefiledDraft {
  /** The newest one that the bank rejected. */
  readonly file: { readonly fileId: number; readonly effectiveOn: Day };
}

/** Returns a draft whose file the bank rejected, or undefined. */
export async function findDraftOfRejectedFile(
  queryable: Queryable,
  entryId: number,
): Promise<DraftOfRejectedFile | undefined> {
  const { rows } = await sql<RefiledDraft & DraftOfRejectedFile['file']>`
    select e.entry_id as "entryId", payment_id as "paymentId", reference_number as "referenceNumber",
      customer_id as "customerId", account_number as "accountNumber", e.amount_cents as "amountCents",
      f.file_id as "fileId", f.effective_on as "effectiveOn"
    from refused_bank_entries r join ach_files f on f.file_id = r.file_id
      join ach_entries e on e.entry_id = r.entry_id join payments p using (payment_id)
    where r.entry_id = ${entryId} order by r.file_id desc limit 1`.execute(queryable);
  const [row] = rows;
  if (!row) return undefined;
  const { fileId, effectiveOn, ...draft } = row;
  return { ...draft, file: { fileId, effectiveOn } };
}

/**
 * Records that the bank rejected a file, and lets its entries wait for the file of another day.
 * Returns false, with nothing changed, if it is recorded already.
 */
export async function insertFileRejection(
  transaction: Transaction,
  fileId: number,
  { reason, by, at, fileOn }: RejectedFile & { readonly fileOn: Day },
): Promise<boolean> {
  const { rows } = await sql`
    insert into refused_bank_files (file_id, reason, decided_by, decided_at)
    values (${fileId}, ${reason}, ${by}, ${at.toString()})
    on conflict do nothing returning file_id`.execute(transaction);
  if (rows.length === 0) return false;
  await sql`
    insert into refused_bank_entries (file_id, trace_number, entry_id, payout_id)
    select file_id, trace_number, entry_id, null::uuid from ach_entries where file_id = ${fileId}
    union all
    select file_id, trace_number, null, payout_id from payout_credits where file_id = ${fileId}`.execute(transaction);
  await sql`
    update ach_entries set state = 'collected', file_id = null, trace_number = null, file_on = ${fileOn}
    where file_id = ${fileId}`.execute(transaction);
  await sql`
    update payout_credits set state = 'collected', file_id = null, trace_number = null, file_on = ${fileOn}
    where file_id = ${fileId}`.execute(transaction);
  return true;
}

export interface EntryOfRejectedFile {
  readonly businessOn: Day;
  /** Null for a credit. */
  readonly paymentId: string | null;
  readonly referenceNumber: string;
}

/** Returns the entry that had a trace number in a file that the bank rejected, newest first. */
export async function findEntryOfRejectedFile(
  queryable: Queryable,
  trace: string,
): Promise<EntryOfRejectedFile | undefined> {
  const { rows } = await sql<EntryOfRejectedFile>`
    select business_on as "businessOn", e.payment_id as "paymentId",
      coalesce(p.reference_number, o.reference) as "referenceNumber"
    from refused_bank_entries r join ach_files using (file_id)
      left join ach_entries e using (entry_id) left join payments p on p.payment_id = e.payment_id
      left join payouts o using (payout_id)
    where r.trace_number = ${trace} order by r.file_id desc limit 1`.execute(queryable);
  return rows[0];
}

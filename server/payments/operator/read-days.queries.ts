import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Queryable } from '#server/platform/db/database.ts';

export interface DayOverview {
  readonly businessOn: Day;
  readonly closedAt: Temporal.Instant | null;
  readonly lateCharges: number;
  /** Null: no file was made. */
  readonly fileCents: Cents | null;
  readonly fileEntries: number;
  readonly differences: number;
  /** Someone has explained the differences. */
  readonly isAcknowledged: boolean;
  /** Steps that failed or wait. */
  readonly problems: number;
}

/** Newest first. */
export async function listDays(queryable: Queryable, limit: number): Promise<DayOverview[]> {
  const { rows } = await sql<DayOverview>`
    select d.business_on as "businessOn", d.reconciled_at as "closedAt", d.late_charges as "lateCharges",
      f.debit_cents as "fileCents", coalesce(f.entry_count, 0)::int as "fileEntries",
      coalesce(jsonb_array_length(d.comparison->'differences'), 0)::int as differences,
      d.acknowledged_at is not null as "isAcknowledged",
      (select count(*) from business_day_problems p where p.business_on = d.business_on)::int as problems
    from business_days d left join ach_files f on f.file_id = d.file_id
    order by d.business_on desc limit ${limit}`.execute(queryable);
  return rows;
}

export interface HeldDraft {
  readonly reference: string;
  readonly customerId: string;
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly fileOn: Day;
  readonly why: string;
}

/** Bank drafts on hold, oldest first. */
export async function listHeld(queryable: Queryable, limit: number): Promise<HeldDraft[]> {
  const { rows } = await sql<HeldDraft>`
    select reference_number as reference, customer_id as "customerId", payment_id as "paymentId",
      e.amount_cents as "amountCents", file_on as "fileOn", coalesce(held_reason, '') as why
    from ach_entries e join payments p using (payment_id)
    where e.state = 'held' order by entry_id limit ${limit}`.execute(queryable);
  return rows;
}

export interface FileFacts {
  readonly businessOn: Day;
  readonly effectiveOn: Day;
  readonly entries: number;
  readonly debitCents: Cents;
  readonly credits: number;
  readonly creditCents: Cents;
  readonly sha256: string;
  readonly madeAt: Temporal.Instant;
}

export async function findFileFacts(queryable: Queryable, businessOn: Day): Promise<FileFacts | undefined> {
  const { rows } = await sql<FileFacts>`
    select business_on as "businessOn", effective_on as "effectiveOn", entry_count as entries,
      debit_cents as "debitCents", credit_count as credits, credit_cents as "creditCents", encode(content_hash, 'hex') as sha256, made_at as "madeAt"
    from ach_files where business_on = ${businessOn}`.execute(queryable);
  return rows[0];
}

export interface FiledDraft {
  /** CCD or WEB: each is a batch of its own. */
  readonly sec: string;
  readonly trace: string;
  readonly reference: string;
  readonly name: string;
  readonly amountCents: Cents;
}

/** The drafts of a bank file, in its order, without account numbers. */
export async function listFiledDrafts(queryable: Queryable, businessOn: Day): Promise<FiledDraft[]> {
  const { rows } = await sql<FiledDraft>`
    with filed as (
      select file_id, entry_id, trace_number from ach_entries where file_id is not null
      union all
      select file_id, entry_id, trace_number from refused_bank_entries where entry_id is not null
    )
    select sec, filed.trace_number as trace, reference_number as reference, owner_name as name,
      e.amount_cents as "amountCents"
    from filed join ach_entries e using (entry_id) join payments p using (payment_id)
      join ach_files f on f.file_id = filed.file_id
    where f.business_on = ${businessOn} order by sec, trace`.execute(queryable);
  return rows;
}

export interface NamedPayment {
  readonly reference: string;
  readonly customerId: string;
  readonly paymentId: string;
}

/** For sentences that name payments. One submission of several payments has one confirmation number. */
export async function findNamedPayments(
  queryable: Queryable,
  references: readonly string[],
): Promise<ReadonlyMap<string, NamedPayment>> {
  const { rows } = await sql<NamedPayment>`
    select distinct on (reference_number) reference_number as reference, customer_id as "customerId",
      payment_id as "paymentId"
    from payments where reference_number = any(${references}::text[])
    order by reference_number, created_at desc`.execute(queryable);
  return new Map(rows.map((row) => [row.reference, row]));
}

/** A bank credit to a customer. */
export interface NamedPayout {
  readonly payoutId: string;
  readonly customerId: string;
}

/** For sentences that name bank credits. */
export async function findNamedPayouts(queryable: Queryable, references: readonly string[]): Promise<NamedPayout[]> {
  const { rows } = await sql<NamedPayout>`
    select payout_id as "payoutId", customer_id as "customerId"
    from payouts where means = 'bank' and reference = any(${references}::text[])`.execute(queryable);
  return rows;
}

export async function listPaymentsNamed(
  queryable: Queryable,
  paymentIds: readonly string[],
): Promise<(NamedPayment & { readonly totalCents: Cents })[]> {
  const { rows } = await sql<NamedPayment & { readonly totalCents: Cents }>`
    select reference_number as reference, customer_id as "customerId", payment_id as "paymentId",
      (amount_cents + additional_principal_cents + first_party_fee_cents + third_party_fee_cents)::bigint as "totalCents"
    from payments where payment_id = any(${paymentIds}::uuid[])`.execute(queryable);
  return rows;
}

import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { PaymentState, RecurringState } from '#server/payments/payment-tables.ts';
import type { Queryable } from '#server/platform/db/database.ts';

/** One way to look for payments; each uses an index. */
export type PaymentSearch =
  | { readonly by: 'reference'; readonly reference: string }
  /** Of the bank file, 15 digits. */
  | { readonly by: 'trace'; readonly trace: string }
  /** Of the card or bank account. */
  | { readonly by: 'lastFour'; readonly lastFour: string }
  /** With additional principal and fees. */
  | { readonly by: 'total'; readonly cents: Cents }
  | { readonly by: 'customers'; readonly customerIds: readonly string[] }
  /** Sent back by the bank since an instant. */
  | { readonly by: 'returned'; readonly since: Temporal.Instant }
  /** Without an outcome, or charged but not applied. */
  | { readonly by: 'needsPerson' };

export interface FoundPayment {
  readonly paymentId: string;
  readonly reference: string;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly state: PaymentState;
  readonly method: PaymentType;
  readonly lastFour: string;
  readonly totalCents: Cents;
  readonly payOn: Day;
  readonly stateSince: Temporal.Instant;
  /** The bank's, or why else it was returned; empty if it was not. */
  readonly returnCode: string;
}

const total = sql`amount_cents + additional_principal_cents + first_party_fee_cents + third_party_fee_cents`;

/** Newest first; those that came back, by when they did. */
export async function findPayments(
  queryable: Queryable,
  search: PaymentSearch,
  limit: number,
): Promise<FoundPayment[]> {
  const newest = search.by === 'returned' ? sql`state_since` : sql`created_at`;
  const { rows } = await sql<FoundPayment>`
    select payment_id as "paymentId", reference_number as reference, customer_id as "customerId",
      account_number as "accountNumber", state, method_type as method, last_four as "lastFour",
      (${total})::bigint as "totalCents", pay_on as "payOn", state_since as "stateSince",
      coalesce(return_code, '') as "returnCode"
    from payments
    where ${conditionOf(search)}
    order by ${newest} desc limit ${limit}`.execute(queryable);
  return rows;
}

function conditionOf(search: PaymentSearch): RawBuilder<unknown> {
  switch (search.by) {
    case 'reference':
      return sql`reference_number = ${search.reference}`;
    case 'trace':
      return sql`payment_id in (
        select payment_id from ach_entries where trace_number = ${search.trace}
        union all
        select payment_id from refused_bank_entries as refused join ach_entries using (entry_id)
        where refused.trace_number = ${search.trace})`;
    case 'lastFour':
      return sql`last_four = ${search.lastFour}`;
    case 'total':
      return sql`(${total}) = ${search.cents}`;
    case 'customers':
      return sql`customer_id = any (${[...search.customerIds]}::text[])`;
    case 'returned':
      // Refunds and lost disputes are noted where a bank's code would be.
      return sql`state = 'returned' and return_code like 'R__' and state_since > ${search.since.toString()}`;
    case 'needsPerson':
      return sql`payment_id in (
        select payment_id from payments where state = 'unknown'
        union all select payment_id from payments where state = 'unapplied')`;
  }
}

export interface FoundSchedule {
  readonly recurringId: string;
  readonly reference: string;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly state: RecurringState;
}

export async function findScheduleByReference(
  queryable: Queryable,
  reference: string,
): Promise<FoundSchedule | undefined> {
  const { rows } = await sql<FoundSchedule>`
    select recurring_id as "recurringId", reference_number as reference, customer_id as "customerId",
      account_number as "accountNumber", state
    from recurring_payments where reference_number = ${reference}`.execute(queryable);
  return rows[0];
}

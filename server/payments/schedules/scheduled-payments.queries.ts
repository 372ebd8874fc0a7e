import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { Database, Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';
import { type MethodSnapshot, type Payment, toPayment } from '#server/payments/payments.queries.ts';
import { fromNow, methodColumns } from '#server/payments/payment-changes.queries.ts';

/** A loan has a handful of scheduled payments; lists stop here. */
const MAX_SCHEDULED = 100;

export async function listScheduledOfAccounts(
  queryable: Queryable,
  accountNumbers: readonly string[],
): Promise<Payment[]> {
  if (accountNumbers.length === 0) return [];
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('account_number', 'in', accountNumbers)
    .where('state', '=', 'scheduled')
    .orderBy('pay_on')
    .orderBy('payment_id')
    .limit(MAX_SCHEDULED)
    .execute();
  return rows.map(toPayment);
}

export async function listScheduledOfUser(queryable: Queryable, userId: number, type: PaymentType): Promise<Payment[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'scheduled')
    .where('method_type', '=', type)
    .orderBy('pay_on')
    .orderBy('payment_id')
    .execute();
  return rows.map(toPayment);
}

export async function lockScheduledPayments(transaction: Transaction, accountNumber: string): Promise<Payment[]> {
  const rows = await transaction
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('state', '=', 'scheduled')
    .orderBy('payment_id')
    .forUpdate()
    .execute();
  return rows.map(toPayment);
}

/** Locks a payment that is still scheduled. Doesn't wait for one that is being settled. */
export async function lockScheduledPayment(transaction: Transaction, paymentId: string): Promise<Payment | undefined> {
  const row = await transaction
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst();
  return row && toPayment(row);
}

/**
 * Claims due scheduled payments, oldest day first. Parallel processes get different ones, and a dead process's claims
 * expire.
 */
export async function claimDuePayments(
  database: Database,
  claim: { readonly through: Day; readonly method: PaymentType; readonly limit: number; readonly leaseMs: number },
): Promise<Payment[]> {
  const tables = database.withTables<PaymentTables>();
  const due = tables
    .selectFrom('payments')
    .select('payment_id')
    .where('state', '=', 'scheduled')
    .where('pay_on', '<=', claim.through)
    .where('method_type', '=', claim.method)
    .where((where) =>
      where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', sql<Temporal.Instant>`now()`)]),
    )
    .orderBy('pay_on')
    .orderBy('payment_id')
    .limit(claim.limit)
    .forUpdate()
    .skipLocked();
  const rows = await tables
    .updateTable('payments')
    .set({ claimed_until: fromNow(claim.leaseMs), submit_problem: null })
    .where('payment_id', 'in', due)
    .returningAll()
    .execute();
  // The rows come back in the order they are stored in, which an edit changes.
  return rows
    .map(toPayment)
    .toSorted((a, b) => compareTexts(a.payOn, b.payOn) || compareTexts(a.paymentId, b.paymentId));
}

export interface ScheduledChange {
  readonly payOn: Day;
  readonly amountCents: Cents;
  readonly firstPartyFeeCents: Cents;
  readonly thirdPartyFeeCents: Cents;
  /** Null when the method stays. */
  readonly method: MethodSnapshot | null;
}

/** Requires the row lock and the state `scheduled`. A payoff stays one. */
export async function updateScheduledPayment(
  transaction: Transaction,
  paymentId: string,
  change: ScheduledChange,
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('payments')
    .set({
      pay_on: change.payOn,
      amount_cents: change.amountCents,
      first_party_fee_cents: change.firstPartyFeeCents,
      third_party_fee_cents: change.thirdPartyFeeCents,
      ...(change.method ? methodColumns(change.method) : {}),
    })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'scheduled')
    .execute();
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

import { REFUND, methodOf, type MethodSnapshot } from '#server/payments/payments.queries.ts';
import type { Selectable } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import type { Recurrence } from '#common/payments/rules/recurring-dates.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type {
  PaymentTables,
  PaymentState,
  RecurringEventName,
  RecurringPaymentsTable,
  RecurringState,
} from '#server/payments/payment-tables.ts';
import { methodColumns } from '#server/payments/payment-changes.queries.ts';

export interface Recurring extends RecurringTerms {
  readonly recurringId: string;
  readonly referenceNumber: string;
  readonly userId: number;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly state: RecurringState;
  readonly totalCents: Cents;
  /**
   * The payment day whose amount was checked in advance, and the announced amount if it differs from the agreed one.
   */
  readonly announcedFor: Day | null;
  readonly announcedCents: Cents | null;
  /** The payment day that the customer was told of at least ten days before, and the most that is drawn, with fees. */
  readonly noticedFor: Day | null;
  readonly noticedCents: Cents | null;
  readonly requestFingerprint: Uint8Array;
  readonly stateSince: Temporal.Instant;
}

export interface RecurringTerms {
  readonly recurrence: Recurrence;
  readonly nextOn: Day;
  readonly runOn: Day;
  readonly paysTotalDue: boolean;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly firstPartyFeeCents: Cents;
  readonly thirdPartyFeeCents: Cents;
  readonly method: MethodSnapshot;
}

export interface NewRecurring extends RecurringTerms {
  readonly recurringId: string;
  readonly referenceNumber: string;
  readonly userId: number;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly keyHash: Uint8Array;
  readonly requestFingerprint: Uint8Array;
  readonly at: Temporal.Instant;
}

/** Returns false if its key is taken or the account already has one. */
export async function insertRecurring(transaction: Transaction, recurring: NewRecurring): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .withTables<PaymentTables>()
    .insertInto('recurring_payments')
    .values({
      recurring_id: recurring.recurringId,
      reference_number: recurring.referenceNumber,
      user_id: recurring.userId,
      customer_id: recurring.customerId,
      account_number: recurring.accountNumber,
      state: 'active',
      ...termsColumns(recurring),
      key_hash: recurring.keyHash,
      request_fingerprint: recurring.requestFingerprint,
      created_at: recurring.at.toString(),
      state_since: recurring.at.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const KEYS_AT_ONCE = 1_000;

/** Returns those of the keys that a recurring payment has, whatever became of it; in hexadecimal. */
export async function selectKnownKeys(queryable: Queryable, keys: readonly Buffer[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    const rows = await queryable
      .withTables<PaymentTables>()
      .selectFrom('recurring_payments')
      .select('key_hash')
      .where('key_hash', 'in', keys.slice(start, start + KEYS_AT_ONCE))
      .execute();
    for (const row of rows) known.add(Buffer.from(row.key_hash).toString('hex'));
  }
  return known;
}

export async function findActiveRecurring(queryable: Queryable, accountNumber: string): Promise<Recurring | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row && toRecurring(row);
}

export async function listActiveOfAccounts(
  queryable: Queryable,
  accountNumbers: readonly string[],
): Promise<Recurring[]> {
  if (accountNumbers.length === 0) return [];
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .selectAll()
    .where('account_number', 'in', accountNumbers)
    .where('state', '=', 'active')
    .execute();
  return rows.map(toRecurring);
}

/** Covers all the user's loans. */
export async function listActiveOfUser(queryable: Queryable, userId: number, type: PaymentType): Promise<Recurring[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .where('method_type', '=', type)
    .orderBy('next_on')
    .orderBy('recurring_id')
    .execute();
  return rows.map(toRecurring);
}

export async function findRecurring(queryable: Queryable, recurringId: string): Promise<Recurring | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .selectAll()
    .where('recurring_id', '=', recurringId)
    .executeTakeFirst();
  return row && toRecurring(row);
}

export async function lockRecurring(transaction: Transaction, recurringId: string): Promise<Recurring | undefined> {
  const row = await transaction
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .selectAll()
    .where('recurring_id', '=', recurringId)
    .forUpdate()
    .executeTakeFirst();
  return row && toRecurring(row);
}

export async function lockActiveRecurring(
  transaction: Transaction,
  accountNumber: string,
): Promise<Recurring | undefined> {
  const active = await findActiveRecurring(transaction, accountNumber);
  const locked = active && (await lockRecurring(transaction, active.recurringId));
  return locked?.state === 'active' ? locked : undefined;
}

/** Finds the recurring payment that ended on or after a day because its loan was paid off; none if another one runs. */
export async function findEndedByPayoff(
  queryable: Queryable,
  accountNumber: string,
  since: Day,
): Promise<Recurring | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('state', 'in', ['active', 'finished'])
    .orderBy('created_at', 'desc')
    .orderBy('recurring_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const ended = row?.state === 'finished' && row.state_since.toString().slice(0, 10) >= since;
  return ended ? toRecurring(row) : undefined;
}

/** Lists states of a recurring payment's payments, newest first, without refunded ones. */
export async function listNewestStates(
  queryable: Queryable,
  recurringId: string,
  limit: number,
): Promise<PaymentState[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .select('state')
    .where('recurring_id', '=', recurringId)
    .where((where) => where.or([where('return_code', 'is', null), where('return_code', '!=', REFUND)]))
    .orderBy('occurs_on', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ state }) => state);
}

/** Returns whether the latest past date was skipped and not paid. */
export async function wasSkippedLast(queryable: Queryable, recurringId: string): Promise<boolean> {
  const tables = queryable.withTables<PaymentTables>();
  const skipped = await tables
    .selectFrom('recurring_events')
    .select('occurs_on')
    .where('recurring_id', '=', recurringId)
    .where('event', '=', 'skipped')
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!skipped) return false;
  const paidSince = await tables
    .selectFrom('payments')
    .select('payment_id')
    .where('recurring_id', '=', recurringId)
    .where('occurs_on', '>', skipped.occurs_on)
    .where('state', '=', 'posted')
    .limit(1)
    .executeTakeFirst();
  return paidSince === undefined;
}

export interface RecurringChange {
  readonly terms?: RecurringTerms;
  readonly state?: RecurringState;
  /** `anew`: the announcement no longer holds. */
  readonly announced?: { readonly for: Day; readonly cents: Cents | null } | 'anew';
  readonly noticed?: Notice | undefined;
}

/** The amount that the customer is told at least ten days before a payment day. */
export interface Notice {
  readonly for: Day;
  /** With fees. */
  readonly cents: Cents;
}

/** Requires the row lock; clears the claim. */
export async function updateRecurring(
  transaction: Transaction,
  recurringId: string,
  change: RecurringChange,
  event: { readonly name: RecurringEventName; readonly on: Day; readonly at: Temporal.Instant } | null,
): Promise<void> {
  const tables = transaction.withTables<PaymentTables>();
  await tables
    .updateTable('recurring_payments')
    .set({
      claimed_until: null,
      ...(change.terms ? termsColumns(change.terms) : {}),
      ...announcedColumns(change.announced),
      ...(change.noticed ? { noticed_for: change.noticed.for, noticed_cents: change.noticed.cents } : {}),
      ...(change.state && event ? { state: change.state, state_since: event.at.toString() } : {}),
    })
    .where('recurring_id', '=', recurringId)
    .execute();
  if (event) await appendRecurringEvent(transaction, recurringId, event);
}

function announcedColumns(announced: RecurringChange['announced']) {
  if (announced === undefined) return {};
  return announced === 'anew'
    ? { announced_for: null, announced_cents: null }
    : { announced_for: announced.for, announced_cents: announced.cents };
}

export async function appendRecurringEvent(
  transaction: Transaction,
  recurringId: string,
  { name, on, at }: { readonly name: RecurringEventName; readonly on: Day; readonly at: Temporal.Instant },
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('recurring_events')
    .values({ recurring_id: recurringId, event: name, occurs_on: on, recorded_at: at.toString() })
    .execute();
}

function termsColumns({ recurrence, method, ...terms }: RecurringTerms) {
  return {
    recurring_option: recurrence.option,
    days_before_due: recurrence.daysBeforeDue,
    first_on: recurrence.firstOn,
    next_on: terms.nextOn,
    run_on: terms.runOn,
    pays_total_due: terms.paysTotalDue,
    amount_cents: terms.amountCents,
    additional_principal_cents: terms.additionalPrincipalCents,
    first_party_fee_cents: terms.firstPartyFeeCents,
    third_party_fee_cents: terms.thirdPartyFeeCents,
    ...methodColumns(method),
  };
}

type RecurringRow = Omit<
  Selectable<RecurringPaymentsTable>,
  'claimed_until' | 'submit_problem' | 'key_hash' | 'created_at'
>;

export function toRecurring(row: RecurringRow): Recurring {
  return {
    recurringId: row.recurring_id,
    referenceNumber: row.reference_number,
    userId: row.user_id,
    customerId: row.customer_id,
    accountNumber: row.account_number,
    state: row.state,
    recurrence: { option: row.recurring_option, daysBeforeDue: row.days_before_due, firstOn: row.first_on },
    nextOn: row.next_on,
    runOn: row.run_on,
    paysTotalDue: row.pays_total_due,
    amountCents: row.amount_cents,
    additionalPrincipalCents: row.additional_principal_cents,
    firstPartyFeeCents: row.first_party_fee_cents,
    thirdPartyFeeCents: row.third_party_fee_cents,
    totalCents: addCents(
      row.amount_cents,
      row.additional_principal_cents,
      row.first_party_fee_cents,
      row.third_party_fee_cents,
    ),
    method: methodOf(row),
    announcedFor: row.announced_for,
    announcedCents: row.announced_cents,
    noticedFor: row.noticed_for,
    noticedCents: row.noticed_cents,
    requestFingerprint: row.request_fingerprint,
    stateSince: row.state_since,
  };
}

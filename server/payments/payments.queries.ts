import { type Selectable, sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import type {
  BankAccountType,
  CardBrand,
  DebitCredit,
  PaymentTiming,
  PaymentType,
} from '#common/payments/rules/payment-types.ts';
import { type LateRows, type Queryable, type Transaction, writeLate } from '#server/platform/db/database.ts';
import { type Columns, insertMany } from '#server/platform/db/insert-many.ts';
import type { MethodColumns, PaymentCause, PaymentState, PaymentsTable, PaymentTables } from './payment-tables.ts';

export interface Payment {
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly userId: number;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly state: PaymentState;
  readonly payOn: Day;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly feesCents: Cents;
  /** Includes additional principal and fees. */
  readonly totalCents: Cents;
  readonly isPayoff: boolean;
  readonly timing: PaymentTiming;
  /** Set for a recurring payment, with the date of its occurrence. */
  readonly recurringId: string | null;
  readonly occursOn: Day | null;
  readonly methodType: PaymentType;
  readonly lastFour: string;
  readonly debitCredit: DebitCredit | null;
  /** Set for a card once the vault returned it. */
  readonly cardToken: string | null;
  readonly method: MethodSnapshot;
  readonly requestFingerprint: Uint8Array;
  readonly declineReason: string | null;
  /** Where the customer confirms; null unless `confirming`. */
  readonly confirmationUrl: string | null;
  readonly stateSince: Temporal.Instant;
}

export interface NewPayment {
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly userId: number;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly payOn: Day;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly firstPartyFeeCents: Cents;
  readonly thirdPartyFeeCents: Cents;
  readonly isPayoff: boolean;
  readonly timing: PaymentTiming;
  readonly occurrence: Occurrence | null;
  readonly method: MethodSnapshot;
  readonly keyHash: Uint8Array;
  readonly requestFingerprint: Uint8Array;
  readonly at: Temporal.Instant;
}

export interface Occurrence {
  readonly recurringId: string;
  /** The date in the series, before it is moved off a non-payment day. */
  readonly on: Day;
}

/**
 * A snapshot of the method at the time of use. The token of a one-time card is known only after the payment is
 * recorded.
 */
export type MethodSnapshot =
  | {
      readonly type: 'Card';
      readonly lastFour: string;
      readonly brand: CardBrand;
      readonly debitCredit: DebitCredit;
      readonly token: string | null;
      /** `MM/YY`; null if unknown. */
      readonly expiration: string | null;
    }
  | {
      readonly type: 'ACH';
      readonly lastFour: string;
      readonly bankName: string;
      readonly accountType: BankAccountType;
    };

/** A state change, with the data that first becomes known then. */
export type PaymentChange =
  /** A scheduled payment; `amountCents` is lower than scheduled when less is owed. */
  | { readonly to: 'submitting'; readonly leaseMs: number; readonly amountCents: Cents }
  | { readonly to: 'cancelled' | 'refunded' }
  | { readonly to: 'returned'; readonly code: string }
  | { readonly to: 'posted'; readonly authorization?: string; readonly cardToken?: string }
  | { readonly to: 'declined'; readonly reason: string; readonly cardToken?: string }
  | { readonly to: 'unapplied'; readonly reason: string; readonly authorization?: string; readonly cardToken?: string }
  | { readonly to: 'confirming'; readonly url: string; readonly leaseMs: number; readonly cardToken?: string }
  | { readonly to: 'unknown'; readonly leaseMs: number; readonly cardToken?: string };

export interface PaymentEvent {
  readonly paymentId: string;
  readonly from: PaymentState | null;
  readonly to: PaymentState;
  readonly cause: PaymentCause;
  readonly at: Temporal.Instant;
}

/**
 * Returns undefined if the key is taken, the occurrence was already paid, or another payment of the account is
 * unsettled.
 */
export async function insertSubmittingPayment(
  transaction: Transaction,
  payment: NewPayment,
  leaseMs: number,
): Promise<Payment | undefined> {
  const row = await transaction
    .withTables<PaymentTables>()
    .insertInto('payments')
    .values({ ...paymentRow(payment), state: 'submitting', leased_until: fromNow(leaseMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const { paymentId, at } = payment;
  const cause = payment.timing === 'recurring' ? 'schedule' : 'submission';
  appendPaymentEvent(transaction, { paymentId, from: null, to: 'created', cause, at });
  appendPaymentEvent(transaction, { paymentId, from: 'created', to: 'submitting', cause, at });
  return toPayment(row);
}

/** Returns false if the key is taken. */
export async function insertScheduledPayment(transaction: Transaction, payment: NewPayment): Promise<boolean> {
  const inserted = await transaction
    .withTables<PaymentTables>()
    .insertInto('payments')
    .values({ ...paymentRow(payment), state: 'scheduled', leased_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  const { paymentId, at } = payment;
  appendPaymentEvent(transaction, { paymentId, from: null, to: 'scheduled', cause: 'submission', at });
  return true;
}

/** The columns of `paymentRow` and the state, for many rows at once. */
export const newPaymentColumns: Columns<ReturnType<typeof paymentRow> & { readonly state: PaymentState }> = {
  payment_id: 'uuid',
  reference_number: 'text',
  user_id: 'bigint',
  customer_id: 'text',
  account_number: 'text',
  pay_on: 'date',
  amount_cents: 'bigint',
  additional_principal_cents: 'bigint',
  first_party_fee_cents: 'bigint',
  third_party_fee_cents: 'bigint',
  is_payoff: 'boolean',
  timing: 'text',
  recurring_id: 'uuid',
  occurs_on: 'date',
  method_type: 'text',
  last_four: 'text',
  card_brand: 'text',
  debit_credit: 'text',
  card_token: 'text',
  card_expiration: 'text',
  bank_name: 'text',
  bank_account_type: 'text',
  key_hash: 'bytea',
  request_fingerprint: 'bytea',
  created_at: 'timestamptz',
  state_since: 'timestamptz',
  state: 'text',
};

export function paymentRow(payment: NewPayment) {
  return {
    payment_id: payment.paymentId,
    reference_number: payment.referenceNumber,
    user_id: payment.userId,
    customer_id: payment.customerId,
    account_number: payment.accountNumber,
    pay_on: payment.payOn,
    amount_cents: payment.amountCents,
    additional_principal_cents: payment.additionalPrincipalCents,
    first_party_fee_cents: payment.firstPartyFeeCents,
    third_party_fee_cents: payment.thirdPartyFeeCents,
    is_payoff: payment.isPayoff,
    timing: payment.timing,
    recurring_id: payment.occurrence?.recurringId ?? null,
    occurs_on: payment.occurrence?.on ?? null,
    ...methodColumns(payment.method),
    key_hash: payment.keyHash,
    request_fingerprint: payment.requestFingerprint,
    created_at: payment.at.toString(),
    state_since: payment.at.toString(),
  };
}

export function methodColumns(method: MethodSnapshot) {
  const isCard = method.type === 'Card';
  return {
    method_type: method.type,
    last_four: method.lastFour,
    card_brand: isCard ? method.brand : null,
    debit_credit: isCard ? method.debitCredit : null,
    card_token: isCard ? method.token : null,
    card_expiration: isCard ? method.expiration : null,
    bank_name: isCard ? null : method.bankName,
    bank_account_type: isCard ? null : method.accountType,
  };
}

/** Returns which kind of payment was made with a key; undefined if none was. */
export async function findKindOfKey(
  queryable: Queryable,
  userId: number,
  keyHash: Uint8Array,
): Promise<'payment' | 'recurring' | undefined> {
  const { rows } = await sql<{ kind: 'payment' | 'recurring' }>`
    select 'payment' as kind from payments where user_id = ${userId} and key_hash = ${keyHash}
    union all
    select 'recurring' from recurring_payments where user_id = ${userId} and key_hash = ${keyHash}
    limit 1`.execute(queryable);
  return rows[0]?.kind;
}

export async function findPaymentByKey(
  queryable: Queryable,
  userId: number,
  keyHash: Uint8Array,
): Promise<Payment | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Counts a user's declined card payments since an instant. */
export async function countDeclinedCards(
  queryable: Queryable,
  userId: number,
  since: Temporal.Instant,
): Promise<number> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .select((expression) => expression.fn.countAll<number>().as('declined'))
    .where('user_id', '=', userId)
    .where('state', '=', 'declined')
    .where('method_type', '=', 'Card')
    .where('state_since', '>', since)
    .executeTakeFirstOrThrow();
  return row.declined;
}

/** Returns whether the account has a card payment that was charged but not applied. */
export async function hasUnappliedPayment(queryable: Queryable, accountNumber: string): Promise<boolean> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .select('payment_id')
    .where('account_number', '=', accountNumber)
    .where('state', '=', 'unapplied')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a payment of the account still waits for its outcome. The database allows only one. */
export async function hasUnsettledPayment(queryable: Queryable, accountNumber: string): Promise<boolean> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .select('payment_id')
    .where('account_number', '=', accountNumber)
    .where('state', 'in', ['submitting', 'confirming', 'unknown'])
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasUnknownOutcome(queryable: Queryable): Promise<boolean> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .select('payment_id')
    .where('state', '=', 'unknown')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPayment(queryable: Queryable, paymentId: string): Promise<Payment | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row && toPayment(row);
}

export async function lockPayment(transaction: Transaction, paymentId: string): Promise<Payment | undefined> {
  const row = await transaction
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  return row && toPayment(row);
}

export async function updatePaymentState(
  transaction: Transaction,
  paymentId: string,
  change: PaymentChange,
  at: Temporal.Instant,
): Promise<Payment> {
  const row = await transaction
    .withTables<PaymentTables>()
    .updateTable('payments')
    .set({
      state: change.to,
      state_since: at.toString(),
      leased_until: 'leaseMs' in change ? fromNow(change.leaseMs) : null,
      claimed_until: null,
      ...(change.to === 'submitting' ? { amount_cents: change.amountCents } : {}),
      return_code: change.to === 'returned' ? change.code : null,
      decline_reason: change.to === 'declined' ? change.reason : null,
      confirmation_url: change.to === 'confirming' ? change.url : null,
      unapplied_reason: change.to === 'unapplied' ? change.reason : null,
      ...('authorization' in change && change.authorization ? { processor_authorization: change.authorization } : {}),
      ...('cardToken' in change && change.cardToken ? { card_token: change.cardToken } : {}),
    })
    .where('payment_id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPayment(row);
}

/**
 * How long a submitting process may take before another takes the payment over: longer than vault and processor
 * timeouts together. Too short does no harm, since a payment settled as absent cannot be charged afterwards.
 */
export function submissionLeaseMs(processorTimeoutMs: number): number {
  return 2 * processorTimeoutMs + 5_000;
}

/** Written as the transaction ends. */
export function appendPaymentEvent(transaction: Transaction, event: PaymentEvent): void {
  writeLate(transaction, newEvents, event);
}

const newEvents: LateRows<PaymentEvent> = {
  statementsFor: (events) => [
    insertMany(
      'payment_events',
      { payment_id: 'uuid', from_state: 'text', to_state: 'text', cause: 'text', recorded_at: 'timestamptz' },
      events.map(({ paymentId, from, to, cause, at }) => ({
        payment_id: paymentId,
        from_state: from,
        to_state: to,
        cause,
        recorded_at: at.toString(),
      })),
    ),
  ],
};

/**
 * Lets time pass for payments without an outcome as a demonstration's clock is moved: their waits are counted by the
 * database's own clock.
 */
export async function shortenWaits(queryable: Queryable, seconds: number): Promise<void> {
  await sql`
    update payments set leased_until = leased_until - make_interval(secs => ${seconds}::integer)
    where state in ('confirming', 'unknown')`.execute(queryable);
}

/**
 * Takes over payments whose lease ran out: those of a dead process, and unknown ones. Safe to run in several processes
 * at once.
 */
export async function claimUnsettledPayments(
  queryable: Queryable,
  claim: { readonly limit: number; readonly leaseMs: number },
): Promise<Payment[]> {
  const tables = queryable.withTables<PaymentTables>();
  const due = tables
    .selectFrom('payments')
    .select('payment_id')
    .where('state', 'in', ['submitting', 'confirming', 'unknown'])
    .where('leased_until', '<=', sql<Temporal.Instant>`now()`)
    .orderBy('leased_until')
    .orderBy('payment_id')
    .limit(claim.limit)
    .forUpdate()
    .skipLocked();
  const rows = await tables
    .updateTable('payments')
    .set({ leased_until: fromNow(claim.leaseMs) })
    .where('payment_id', 'in', due)
    .returningAll()
    .execute();
  return rows.map(toPayment);
}

/** Uses the database clock for leases: all processes share it, and the demonstration cannot change it. */
export function fromNow(ms: number) {
  return sql<string>`now() + make_interval(secs => ${ms / 1_000})`;
}

export function toPayment(row: Selectable<PaymentsTable>): Payment {
  const feesCents = addCents(row.first_party_fee_cents, row.third_party_fee_cents);
  return {
    paymentId: row.payment_id,
    referenceNumber: row.reference_number,
    userId: row.user_id,
    customerId: row.customer_id,
    accountNumber: row.account_number,
    state: row.state,
    payOn: row.pay_on,
    amountCents: row.amount_cents,
    additionalPrincipalCents: row.additional_principal_cents,
    feesCents,
    totalCents: addCents(row.amount_cents, row.additional_principal_cents, feesCents),
    isPayoff: row.is_payoff,
    timing: row.timing,
    recurringId: row.recurring_id,
    occursOn: row.occurs_on,
    methodType: row.method_type,
    lastFour: row.last_four,
    debitCredit: row.debit_credit,
    cardToken: row.card_token,
    method: methodOf(row),
    requestFingerprint: row.request_fingerprint,
    declineReason: row.decline_reason,
    confirmationUrl: row.confirmation_url,
    stateSince: row.state_since,
  };
}

/** The columns of the other method type are null; a database constraint ensures it. */
export function methodOf(row: Selectable<MethodColumns>): MethodSnapshot {
  if (row.card_brand && row.debit_credit) {
    const { card_brand: brand, debit_credit: debitCredit, card_token: token, card_expiration: expiration } = row;
    return { type: 'Card', lastFour: row.last_four, brand, debitCredit, token, expiration };
  }
  return {
    type: 'ACH',
    lastFour: row.last_four,
    bankName: row.bank_name ?? '',
    accountType: row.bank_account_type ?? 'Checking',
  };
}

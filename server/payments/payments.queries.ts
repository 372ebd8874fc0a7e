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
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { MethodColumns, PaymentState, PaymentsTable, PaymentTables } from './payment-tables.ts';

/** The return code of a payment that we gave back; its method didn't fail. */
export const REFUND = 'REFUND';

/** Of a card charge that the card's bank took back. */
export const DISPUTE = 'DISPUTE';

/** Of a draft that staff took out of the bank file. */
export const NOT_SENT = 'not sent';

const unsettledStates = ['submitting', 'confirming', 'unknown'] as const;
const unansweredStates = ['confirming', 'unknown'] as const;
const openStates = ['created', ...unsettledStates, 'unapplied', 'scheduled'] as const;

/** It was sent, and whether money moves isn't known yet. A loan has at most one such payment. */
export const isUnsettled = isOneOf(unsettledStates);
/** Only asking the processor tells whether money moved. */
export const isUnanswered = isOneOf(unansweredStates);

/** Conditions on `payments.state`; written out, so that the planner can use the indexes for these states. */
export const unsettledRow = rowIn(unsettledStates);
export const unansweredRow = rowIn(unansweredStates);
/** Not finished: it can still be drawn, charged, applied or refunded. */
export const openRow = rowIn(openStates);

function isOneOf(states: readonly PaymentState[]): (state: PaymentState) => boolean {
  return (state) => states.includes(state);
}

function rowIn(states: readonly PaymentState[]) {
  return sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;
}

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
  /** The part that went back to the card while the rest counts; see `remainingOf`. */
  readonly refundedCents: Cents;
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
    .where(unsettledRow)
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
    refundedCents: row.refunded_cents,
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

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, ZERO } from '#common/core/money.ts';
import type { PaymentTiming } from '#common/payments/rules/payment-types.ts';
import { accountSubject, customerSubject } from '#server/host-tasks/host-task.ts';
import type { Wishes } from '#server/messages/may-send.ts';
import { preferencesAsJson, preferencesFromJson } from '#server/messages/notification-preferences.queries.ts';
import { arrayText } from '#server/platform/db/array-text.ts';
import { type LateRows, type Transaction, writeLate } from '#server/platform/db/database.ts';
import { asTable, type Columns, insertMany } from '#server/platform/db/insert-many.ts';
import { takingLane } from '#server/platform/audit/append-audit-log.queries.ts';
import type { AuditLane } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/services.ts';
import type { PaymentCause, PaymentState, PaymentsTable, PaymentTables } from './payment-tables.ts';
import { type MethodSnapshot, type Payment, toPayment } from './payments.queries.ts';

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
 * Records a payment of today, written as the transaction ends: that throws an error that `isTakenPayment` knows if the
 * key is taken, or another payment of the account is unsettled.
 */
export function recordSubmitting(transaction: Transaction, payment: NewPayment, leaseMs: number): Payment {
  writeLate(transaction, newPayments, { payment, leaseMs });
  appendSubmitting(transaction, payment);
  return paymentOf(payment, 'submitting');
}

const newPayments: LateRows<{ readonly payment: NewPayment; readonly leaseMs: number }> = {
  statementsFor: (rows) => rows.map(({ payment, leaseMs }) => insertingPayments([payment], leaseMs)),
};

/** Payments whose process gets `leaseMs` to settle them. */
export function insertingPayments(payments: readonly NewPayment[], leaseMs: number): RawBuilder<unknown> {
  const rows = payments.map((payment) => ({ ...paymentRow(payment), state: 'submitting' as const }));
  const columns = Object.keys(newPaymentColumns).map((name) => sql.ref(name));
  return sql`
    insert into payments (${sql.join(columns)}, leased_until)
    select *, ${fromNow(leaseMs)} from ${asTable(newPaymentColumns, rows)}`;
}

/** Whether a payment like one that `recordSubmitting` recorded is there already. */
export function isTakenPayment(error: unknown): boolean {
  const { code, table } = error as { readonly code?: unknown; readonly table?: unknown };
  return error instanceof Error && code === UNIQUE_VIOLATION && table === 'payments';
}

const UNIQUE_VIOLATION = '23505';

/** The events of a payment that begins with its submission. */
export function appendSubmitting(
  transaction: Transaction,
  { paymentId, timing, at }: Pick<NewPayment, 'paymentId' | 'timing' | 'at'>,
): void {
  const cause = timing === 'recurring' ? 'schedule' : 'submission';
  appendPaymentEvent(transaction, { paymentId, from: null, to: 'created', cause, at });
  appendPaymentEvent(transaction, { paymentId, from: 'created', to: 'submitting', cause, at });
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
const newPaymentColumns: Columns<ReturnType<typeof paymentRow> & { readonly state: PaymentState }> = {
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

/** The payment as its row is read. */
function paymentOf(
  { firstPartyFeeCents, thirdPartyFeeCents, occurrence, at, ...payment }: NewPayment,
  state: PaymentState,
): Payment {
  const { method, amountCents, additionalPrincipalCents } = payment;
  const feesCents = addCents(firstPartyFeeCents, thirdPartyFeeCents);
  const isCard = method.type === 'Card';
  return {
    ...payment,
    state,
    feesCents,
    totalCents: addCents(amountCents, additionalPrincipalCents, feesCents),
    refundedCents: ZERO,
    recurringId: occurrence?.recurringId ?? null,
    occursOn: occurrence?.on ?? null,
    methodType: method.type,
    lastFour: method.lastFour,
    debitCredit: isCard ? method.debitCredit : null,
    cardToken: isCard ? method.token : null,
    declineReason: null,
    confirmationUrl: null,
    stateSince: at,
  };
}

function paymentRow(payment: NewPayment) {
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

/** Uses the database clock for leases: all processes share it, and the demonstration cannot change it. */
export function fromNow(ms: number) {
  return sql<string>`now() + make_interval(secs => ${ms / 1_000})`;
}

interface PostedChange {
  readonly payment: Pick<Payment, 'paymentId' | 'state' | 'accountNumber' | 'customerId'>;
  readonly authorization?: string | undefined;
  readonly cardToken?: string | undefined;
}

export interface MovedPayment {
  readonly payment: Payment;
  /** A task about the customer waits for the host, which may be a new address. */
  readonly customerWaits: boolean;
  /** The notices that the customer wants; the defaults for a planned payment. */
  readonly wishes: Wishes;
}

type PostedRow = Selectable<PaymentsTable> & {
  readonly customerWaits: boolean;
  readonly wishes: Parameters<typeof preferencesFromJson>[0];
} & ({ readonly [Column in keyof AuditLane]: AuditLane[Column] } | { readonly [Column in keyof AuditLane]: null });

const changeColumns = {
  payment_id: 'uuid',
  from_state: 'text',
  authorized: 'text',
  card_token: 'text',
  customer_subject: 'text',
};

/**
 * Takes and raises the guards of the loans, in one order for all processes, moves payments that are still in the state
 * that was read, and then takes a lane of the audit log. One statement: every payment makes it.
 */
export async function movePosted(
  { audit }: Pick<Services, 'audit'>,
  transaction: Transaction,
  changes: readonly PostedChange[],
  at: Temporal.Instant,
): Promise<ReadonlyMap<string, MovedPayment>> {
  const rows = changes.map(({ payment, authorization, cardToken }) => ({
    payment_id: payment.paymentId,
    from_state: payment.state,
    authorized: authorization ?? null,
    card_token: cardToken ?? null,
    customer_subject: customerSubject(payment.customerId),
  }));
  const subjects = changes.map(({ payment }) => accountSubject(payment.accountNumber));
  const { rows: moved } = await sql<PostedRow>`
    with held as (
      insert into change_guards (subject, version)
      select subject, 1 from unnest(${arrayText(subjects)}::text::text[]) as loans (subject) order by subject collate "C"
      on conflict (subject) do update set version = change_guards.version + 1
      returning subject
    ), moved as (
      update payments set
        state = 'posted', state_since = ${at.toString()}::timestamptz, leased_until = null, claimed_until = null,
        return_code = null, decline_reason = null, unapplied_reason = null, confirmation_url = null,
        processor_authorization = coalesce(change.authorized, payments.processor_authorization),
        card_token = coalesce(change.card_token, payments.card_token)
      from ${asTable(changeColumns, rows)} as change (payment_id, from_state, authorized, card_token, customer_subject)
      where payments.payment_id = change.payment_id and payments.state = change.from_state
        and (select count(*) from held) > 0
      returning payments.*, exists (
        select from host_tasks where subject = change.customer_subject and set_aside_at is null
      ) as "customerWaits",
      case when payments.timing = 'immediate' then ${preferencesAsJson(sql.ref('payments.user_id'))} end as wishes
    ), lane as (${takingLane(sql`(select count(*) from moved) > 0`)})
    select moved.*, lane.lane, lane.head from moved left join lane on true`.execute(transaction);
  const [first] = moved;
  if (first && first.lane !== null) audit.holdLane(transaction, { lane: first.lane, head: first.head });
  return new Map(
    moved.map(({ customerWaits, wishes, ...row }) => [
      row.payment_id,
      { payment: toPayment(row), customerWaits, wishes: preferencesFromJson(wishes) },
    ]),
  );
}

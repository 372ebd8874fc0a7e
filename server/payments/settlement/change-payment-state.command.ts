import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { PaymentCause, PaymentState } from '#server/payments/payment-tables.ts';
import { lockPayment, type Payment } from '#server/payments/payments.queries.ts';
import {
  appendPaymentEvent,
  type PaymentChange,
  updatePaymentState,
} from '#server/payments/payment-changes.queries.ts';
import { deleteDraftInstruction } from './bank-drafts.queries.ts';
import { mailCustomer, type PaymentMail, methodName, shownLoan } from '#server/payments/mail-customer.ts';
import {
  appendRecurringEvent,
  listNewestStates,
  lockRecurring,
  updateRecurring,
  type Recurring,
} from '#server/payments/schedules/recurring-payments.queries.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';

/** Consecutive failures after which a recurring payment ends. */
const MAX_FAILURES = 2;

const nextStates: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['submitting'],
  submitting: ['confirming', 'posted', 'declined', 'unknown', 'unapplied'],
  confirming: ['posted', 'declined', 'unknown', 'unapplied'],
  unknown: ['posted', 'declined', 'unapplied'],
  unapplied: ['posted', 'refunded'],
  refunded: [],
  scheduled: ['submitting', 'cancelled'],
  posted: ['returned'],
  declined: [],
  cancelled: [],
  returned: [],
};

export interface PaymentMove {
  readonly change: PaymentChange;
  readonly cause: PaymentCause;
  readonly at: Temporal.Instant;
  /** For the audit log, if the cause is the operator. */
  readonly decision?: PaymentDecision;
}

/** Who changed a payment, and why. */
export interface PaymentDecision {
  readonly by: string;
  readonly reason: string;
  /** What shows the outcome of a charge, such as a line of the processor's report. */
  readonly evidence?: string;
  /** The request that was approved. Its entries of the audit log tell who asked. */
  readonly workItemId?: number;
}

/**
 * Changes a payment's state, under its row lock, to an allowed next state, and records an event. All state changes go
 * through here.
 * Returns `moved: false` with the unchanged payment if the transition isn't allowed, because another process was first.
 * Throws if the payment doesn't exist.
 */
export async function movePayment(
  transaction: Transaction,
  paymentId: string,
  move: PaymentMove,
): Promise<{ readonly moved: boolean; readonly payment: Payment }> {
  const payment = await lockPayment(transaction, paymentId);
  if (!payment) throw new Error(`Payment ${paymentId} was not found`);
  const { change, cause, at } = move;
  if (!nextStates[payment.state].includes(change.to)) return { moved: false, payment };
  const moved = await updatePaymentState(transaction, paymentId, change, at);
  appendPaymentEvent(transaction, { paymentId, from: payment.state, to: change.to, cause, at });
  return { moved: true, payment: moved };
}

/**
 * Changes a payment's state and does everything that follows in the portal, except for `posted`, which `recordPosted`
 * does. Requires the account's guard.
 */
export async function moveAndTell(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  move: PaymentMove,
): Promise<{ readonly moved: boolean; readonly payment: Payment }> {
  const result = await movePayment(transaction, paymentId, move);
  const { moved, payment } = result;
  if (!moved) return result;
  await settleSchedule(services, transaction, payment, move.at);
  await auditMove(services, transaction, payment, move);
  return result;
}

export async function auditMove(
  { audit }: Pick<Services, 'audit'>,
  transaction: Transaction,
  payment: Payment,
  { cause, decision }: Omit<PaymentMove, 'change'>,
): Promise<void> {
  await audit.record(transaction, {
    event: `payment-${payment.state}`,
    userId: payment.userId,
    details: {
      paymentId: payment.paymentId,
      referenceNumber: payment.referenceNumber,
      method: payment.methodType,
      totalCents: payment.totalCents,
      cause,
      declineReason: payment.declineReason,
      ...decision,
    },
  });
}

/** Handles a failed payment: tells the customer, and ends its recurring payment after the second failure in a row. */
export async function settleSchedule(
  services: Services,
  transaction: Transaction,
  payment: Payment,
  at: Temporal.Instant,
): Promise<void> {
  if (payment.timing === 'immediate' || !isFailed(payment.state)) return;
  const stopped = await countFailure(services, transaction, payment, at);
  if (payment.state !== 'declined') return;
  const { institution, config } = services;
  const asksToConfirm = payment.declineReason === 'ConfirmationRequired';
  // That the recurring payment has ended doesn't say how to pay this one.
  if (stopped && !asksToConfirm) return;
  const mail = asksToConfirm
    ? confirmationRequiredMail(institution, payment, config.publicUrl)
    : failedMail(institution, payment);
  await mailCustomer(services, transaction, payment.customerId, mail, at);
}

function isFailed(state: PaymentState): boolean {
  return state === 'declined' || state === 'returned';
}

/**
 * Counts over the newest payments, since a draft's failure is known only days after it was posted.
 * Returns whether the recurring payment has ended.
 */
async function countFailure(
  services: Services,
  transaction: Transaction,
  { recurringId, occursOn, payOn }: Payment,
  at: Temporal.Instant,
): Promise<boolean> {
  if (recurringId === null || occursOn === null) return false;
  const recurring = await lockRecurring(transaction, recurringId);
  if (recurring?.state !== 'active') return false;
  await appendRecurringEvent(transaction, recurringId, { name: 'failed', on: occursOn, at });
  const newest = await listNewestStates(transaction, recurringId, MAX_FAILURES);
  if (newest.length < MAX_FAILURES || !newest.every(isFailed)) return false;
  await updateRecurring(transaction, recurringId, { state: 'stopped' }, { name: 'stopped', on: occursOn, at });
  await deleteDraftInstruction(transaction, recurringId);
  const mail = stoppedMail(services.institution, recurring, payOn);
  await mailCustomer(services, transaction, recurring.customerId, mail, at);
  return true;
}

function failedMail(institution: Institution, payment: Payment): PaymentMail {
  const recurs = payment.timing === 'recurring';
  return {
    occasion: `failed-${payment.paymentId}`,
    subject: { key: recurs ? 'recurringFailedMail.subject' : 'scheduledFailedMail.subject' },
    body: {
      key: recurs ? 'recurringFailedMail.body' : 'scheduledFailedMail.body',
      values: {
        amount: formatCents(payment.totalCents),
        loan: shownLoan(institution, payment.accountNumber),
        date: formatDay(payment.payOn),
        method: methodName(institution, payment.methodType),
        lastFour: payment.lastFour,
      },
    },
  };
}

/** The bank wants the cardholder to confirm, who has to be there for it. */
function confirmationRequiredMail(institution: Institution, payment: Payment, publicUrl: string | null): PaymentMail {
  return {
    occasion: `confirmation-required-${payment.paymentId}`,
    subject: { key: 'confirmationRequiredMail.subject' },
    body: {
      key: 'confirmationRequiredMail.body',
      values: {
        amount: formatCents(payment.totalCents),
        loan: shownLoan(institution, payment.accountNumber),
        date: formatDay(payment.payOn),
        lastFour: payment.lastFour,
      },
    },
    ...(publicUrl === null
      ? {}
      : {
          link: {
            label: 'confirmationRequiredMail.pay',
            url: `${publicUrl}/#/myaccount/payment/${encodeURIComponent(payment.accountNumber)}`,
          },
        }),
  };
}

function stoppedMail(institution: Institution, recurring: Recurring, lastOn: Day): PaymentMail {
  return {
    occasion: `recurring-stopped-${recurring.recurringId}`,
    subject: { key: 'recurringStoppedMail.subject' },
    body: {
      key: 'recurringStoppedMail.body',
      values: { loan: shownLoan(institution, recurring.accountNumber), date: formatDay(lastOn) },
    },
  };
}

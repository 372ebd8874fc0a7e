import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { mailCustomer, methodName, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import type { PaymentState } from '#server/payments/payment-tables.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { deleteDraftInstruction } from './draft-instructions.queries.ts';
import {
  appendRecurringEvent,
  listNewestStates,
  lockRecurring,
  type Recurring,
  updateRecurring,
} from './recurring-payments.queries.ts';

/** Consecutive failures after which a recurring payment ends. */
const MAX_FAILURES = 2;

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
            opensPortal: true,
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

import { addCents } from '#common/core/money.ts';
import { isStoppedByHoldCode } from '#common/payments/rules/availability.ts';
import { recurringChange, scheduledChange } from '#common/payments/rules/changes.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentType, RecurringPayment, ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { intendedKept } from '#common/payments/rules/validate-submission.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { paymentSettings, type PlannedPayments } from '#server/payments/payment-terms.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { type LoanPayments, readLoanPayments } from './loan-payments.queries.ts';
import { type Recurring, wasSkippedLast } from './recurring-payments.queries.ts';
import { sealPlannedPaymentHandle } from '#server/payments/payment-handle.ts';

/**
 * Returns the loan's scheduled and recurring payments, with handles that let this user delete and change them.
 * @param loan as of today; null if the host has none
 */
export async function readPlannedPayments(
  services: Services,
  queryable: Queryable,
  session: Session,
  accountNumber: string,
  loan: Pick<HostLoan, 'pastDue' | 'holdCode'> | null,
): Promise<PlannedPayments> {
  const payments = await readLoanPayments(queryable, { userId: session.userId, accountNumber });
  return describePlannedPayments(services, queryable, session, payments, loan);
}

/** Like `readPlannedPayments`, for what was already read. */
export async function describePlannedPayments(
  services: Services,
  queryable: Queryable,
  session: Session,
  { scheduled, recurring, defaultMethod, pausedMethods }: LoanPayments,
  loan: Pick<HostLoan, 'pastDue' | 'holdCode'> | null,
): Promise<PlannedPayments> {
  const settings = paymentSettings(services);
  const pastDue = loan?.pastDue === true;
  const skippedBefore = pastDue && recurring ? await wasSkippedLast(queryable, recurring.recurringId) : false;
  const isPaused = (type: PaymentType) =>
    pausedMethods.includes(type) || (loan !== null && isStoppedByHoldCode(loan.holdCode, type, settings));
  return {
    defaultMethod: defaultMethod ?? null,
    scheduledPayments: scheduled.map((payment) =>
      toScheduled(services, session, payment, settings, isPaused(payment.methodType)),
    ),
    recurringPayment: recurring
      ? toRecurring(services, session, recurring, settings, {
          pastDue,
          skippedBefore,
          paused: isPaused(recurring.method.type),
        })
      : null,
  };
}

const notReleased = { released: false };

function toScheduled(
  services: Services,
  session: Session,
  payment: Payment,
  settings: PaymentSettings,
  paused: boolean,
): ScheduledPayment {
  return {
    handle: sealPlannedPaymentHandle(services, session, payment.accountNumber, payment.paymentId),
    referenceNumber: payment.referenceNumber,
    type: payment.methodType,
    lastFour: payment.lastFour,
    goodThrough: intendedKept(payment.method).goodThrough,
    payOn: payment.payOn,
    amountCents: payment.amountCents,
    totalCents: payment.totalCents,
    feeCents: payment.feesCents,
    posted: payment.state === 'posted',
    paused,
    deletable: scheduledChange('delete', notReleased, settings).allowed,
    editable: scheduledChange('edit', { ...notReleased, paused }, settings).allowed,
  };
}

function toRecurring(
  services: Services,
  session: Session,
  recurring: Recurring,
  settings: PaymentSettings,
  skip: { readonly pastDue: boolean; readonly skippedBefore: boolean; readonly paused: boolean },
): RecurringPayment {
  return {
    handle: sealPlannedPaymentHandle(services, session, recurring.accountNumber, recurring.recurringId),
    referenceNumber: recurring.referenceNumber,
    type: recurring.method.type,
    lastFour: recurring.method.lastFour,
    goodThrough: intendedKept(recurring.method).goodThrough,
    option: recurring.recurrence.option,
    daysBeforeDue: recurring.recurrence.daysBeforeDue,
    nextOn: recurring.runOn,
    totalCents: recurring.paysTotalDue ? recurring.amountCents : recurring.totalCents,
    feeCents: addCents(recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents),
    amountCents: recurring.amountCents,
    additionalPrincipalCents: recurring.additionalPrincipalCents,
    paysTotalDue: recurring.paysTotalDue,
    paused: skip.paused,
    deletable: recurringChange('delete', notReleased, settings).allowed,
    editable: recurringChange('edit', { ...notReleased, paused: skip.paused }, settings).allowed,
    skippable: recurringChange('skip', { ...notReleased, ...skip }, settings).allowed,
  };
}

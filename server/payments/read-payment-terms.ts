import { addMonths } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { paymentSettingsFromOptions } from '#common/payments/payment-settings-from-options.ts';
import { earliestAchPaymentOn, isPastCutoff, listNonPaymentDays } from '#common/core/business-days.ts';
import {
  methodPermissions,
  type PaymentCircumstances,
  isStoppedByHoldCode,
} from '#common/payments/rules/availability.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type {
  PaymentTerms,
  PaymentType,
  RecurringPayment,
  ScheduledPayment,
} from '#common/payments/rules/payment-types.ts';
import { payoffHoldOf } from '#common/payments/rules/payoff-hold.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { type LoanPayments, readLoanPayments } from './submit/submission.queries.ts';
import { recurringChange, scheduledChange } from '#common/payments/rules/changes.ts';
import { intendedKept, type PaymentSubmission } from '#common/payments/rules/validate-submission.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { Payment } from './payments.queries.ts';
import { type Recurring, wasSkippedLast } from './schedules/recurring-payments.queries.ts';
import { sealPlannedPaymentHandle, termsOfRecurring, termsOfScheduled } from './payment-handle.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';

/** The payment screen gets the non-payment days of this period; a period and a recurring start fit within it. */
const CALENDAR_MONTHS = 3;

export function paymentSettings(services: Pick<Services, 'institution'>): PaymentSettings {
  return paymentSettingsFromOptions(services.institution.options);
}

export type PlannedPayments = Pick<PaymentTerms, 'defaultMethod' | 'scheduledPayments' | 'recurringPayment'>;

/**
 * Returns all the payment flow needs to know about a loan: the host's figures, the institution's fees and calendar.
 * @param loan as of the day of `moment`
 */
export function paymentTerms(
  services: Pick<Services, 'institution'>,
  { companyNumber }: Pick<Session, 'companyNumber'>,
  loan: HostLoan,
  { today, wallTime }: Moment,
  { defaultMethod, scheduledPayments, recurringPayment }: PlannedPayments,
): PaymentTerms {
  const { calendar } = services.institution;
  const settings = paymentSettings(services);
  const pastAchCutoff = isPastCutoff(wallTime, calendar.achCutoff);
  return {
    accountNumber: loan.accountNumber,
    accountKind: loan.kind,
    companyNumber,
    holdCode: loan.holdCode,
    today,
    earliestPaymentOn: earliestAchPaymentOn(today, pastAchCutoff, calendar),
    pastAchCutoff,
    dueOn: loan.dueOn,
    upcomingDueDays: loan.upcomingDueDays,
    balanceCents: loan.principalCents,
    totalDueCents: loan.totalDueCents,
    regularPaymentCents: loan.installmentCents,
    payoffCents: loan.payoffCents,
    interestDueCents: loan.interestDueCents,
    feesDueCents: addCents(loan.lateChargesCents, loan.otherFeesCents),
    rate: loan.rate,
    billingFrequency: loan.billingFrequency,
    periodDays: loan.periodDays,
    pastDue: loan.pastDue,
    lateCharge: loan.lateCharge,
    delinquent: loan.delinquent,
    onlyImmediatePayments: loan.onlyImmediatePayments,
    payoffHold: payoffHoldOf(loan),
    paymentsBlocked: loan.closed || !loan.security.onlinePayments,
    chargedOff: loan.chargedOff !== null,
    achBlocked: !loan.security.achPayments,
    cardBlocked: !loan.security.cardPayments,
    recurringAllowed: loan.security.recurring,
    fees: settings.firstPartyFees,
    nonPaymentDays: listNonPaymentDays(today, addMonths(today, CALENDAR_MONTHS), calendar.extraNonPaymentDays),
    nonSchedulableDays: settings.nonSchedulableDays,
    scheduledPayments,
    recurringPayment,
    defaultMethod,
  };
}

/** Returns the facts that do not come from the loan: nightly maintenance, and a payment whose outcome is unknown. */
function paymentCircumstances({
  maintenance,
  unsettled,
  unapplied,
}: Pick<LoanPayments, 'maintenance' | 'unsettled' | 'unapplied'>): PaymentCircumstances {
  return { nightMode: maintenance, unsettledPayment: unsettled || unapplied };
}

/**
 * Checked before calling any outside service, which must not see a method that the institution does not allow one time.
 */
export function methodMayBeUsedOnce(
  services: Services,
  { companyNumber }: Pick<Session, 'companyNumber'>,
  type: PaymentType,
): boolean {
  return methodPermissions(type, paymentSettings(services), companyNumber).mayUseOnce;
}

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
async function describePlannedPayments(
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
    handle: sealPlannedPaymentHandle(services, session, payment.accountNumber, {
      id: payment.paymentId,
      terms: termsOfScheduled(payment),
    }),
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
    handle: sealPlannedPaymentHandle(services, session, recurring.accountNumber, {
      id: recurring.recurringId,
      terms: termsOfRecurring(recurring),
    }),
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

/** The host data needed to decide a change of a loan's payments. */
export interface LoanReading {
  /** As of today; undefined if the loan doesn't exist or isn't the customer's. */
  readonly loan: HostLoan | undefined;
  /** The payoff amount on the payment day; undefined if the host has no loan for that day. */
  readonly payoffCents: Cents | undefined;
}

export async function readLoan(
  { host }: Pick<Services, 'host'>,
  { customerId }: Session,
  accountNumber: string,
  { today }: Moment,
  payment?: Pick<PaymentSubmission, 'isPayoff' | 'payOn'>,
): Promise<LoanReading> {
  const loan = await host.findLoan(customerId, accountNumber, today);
  if (!loan) return { loan, payoffCents: undefined };
  if (!payment?.isPayoff || payment.payOn <= today) return { loan, payoffCents: loan.payoffCents };
  const then = await host.findLoan(customerId, accountNumber, payment.payOn);
  return { loan, payoffCents: then?.payoffCents };
}

/** A guarded loan with everything the payment rules need. */
export interface LoanContext {
  /** As of today. */
  readonly loan: HostLoan;
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
  readonly circumstances: PaymentCircumstances;
}

/** Combines the host's figures with the payments set up for the loan. */
export async function readLoanContext(
  services: Services,
  session: Session,
  queryable: Queryable,
  loan: HostLoan,
  moment: Moment,
  change: (plannedPayments: PlannedPayments) => PlannedPayments = (plannedPayments) => plannedPayments,
): Promise<LoanContext> {
  const payments = await readLoanPayments(queryable, { userId: session.userId, accountNumber: loan.accountNumber });
  return describeContext(services, session, queryable, loan, moment, payments, change);
}

/** Like `readLoanContext`, for what was already read. */
export async function describeContext(
  services: Services,
  session: Session,
  queryable: Queryable,
  loan: HostLoan,
  moment: Moment,
  payments: LoanPayments,
  change: (plannedPayments: PlannedPayments) => PlannedPayments = (plannedPayments) => plannedPayments,
): Promise<LoanContext> {
  const plannedPayments = change(await describePlannedPayments(services, queryable, session, payments, loan));
  return {
    loan,
    terms: paymentTerms(services, session, loan, moment, plannedPayments),
    settings: paymentSettings(services),
    circumstances: paymentCircumstances(payments),
  };
}

/** Returns whether the submitted account type matches the loan (P 3). */
export function isOfKind({ loan }: Pick<LoanContext, 'loan'>, accountType: number): boolean {
  return accountType === typeCodes[loan.kind];
}

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
import type { PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import { payoffHoldOf } from '#common/payments/rules/payoff-hold.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { type LoanPayments, readLoanPayments } from './submit/submission.queries.ts';
import type { PaymentSubmission } from '#common/payments/rules/validate-submission.ts';
import type { Queryable } from '#server/platform/db/database.ts';
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
): Promise<LoanContext> {
  const payments = await readLoanPayments(queryable, { userId: session.userId, accountNumber: loan.accountNumber });
  return describeContext(services, session, loan, moment, payments);
}

/** Like `readLoanContext`, for what was already read. */
export function describeContext(
  services: Services,
  session: Pick<Session, 'companyNumber'>,
  loan: HostLoan,
  moment: Moment,
  payments: LoanPayments,
): LoanContext {
  return {
    loan,
    terms: paymentTerms(services, session, loan, moment, describePlanned(services, loan, payments)),
    settings: paymentSettings(services),
    circumstances: paymentCircumstances(payments),
  };
}

function describePlanned(
  services: Pick<Services, 'institution'>,
  { holdCode }: Pick<HostLoan, 'holdCode'>,
  { scheduled, recurring, defaultMethod, pausedMethods }: LoanPayments,
): PlannedPayments {
  const paused = new Set([...pausedMethods, ...stoppedTypes(services, holdCode)]);
  return {
    defaultMethod: defaultMethod ?? null,
    scheduledPayments: scheduled.map(({ amountCents, methodType }) => ({
      amountCents,
      paused: paused.has(methodType),
    })),
    recurringPayment: recurring
      ? {
          option: recurring.option,
          nextOn: recurring.runOn,
          paused: paused.has(recurring.methodType),
        }
      : null,
  };
}

/** The types of planned payments that a hold code keeps from being made. */
export function stoppedTypes(services: Pick<Services, 'institution'>, holdCode: string): PaymentType[] {
  const settings = paymentSettings(services);
  return (['ACH', 'Card'] as const).filter((type) => isStoppedByHoldCode(holdCode, type, settings));
}

/** Returns whether the submitted account type matches the loan (P 3). */
export function isOfKind({ loan }: Pick<LoanContext, 'loan'>, accountType: number): boolean {
  return accountType === typeCodes[loan.kind];
}

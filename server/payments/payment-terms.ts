import { addMonths } from '#common/core/dates.ts';
import { addCents } from '#common/core/money.ts';
import { paymentSettingsFromOptions } from '#common/payments/payment-settings-from-options.ts';
import { earliestAchPaymentOn, isPastCutoff, listNonPaymentDays } from '#common/core/business-days.ts';
import { methodPermissions, type PaymentCircumstances } from '#common/payments/rules/availability.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import { payoffHoldOf } from '#common/payments/rules/payoff-hold.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import type { LoanPayments } from './schedules/loan-payments.queries.ts';

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
export function paymentCircumstances({
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

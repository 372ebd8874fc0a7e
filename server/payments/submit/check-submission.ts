import type { Cents } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { PaymentCircumstances } from '#common/payments/rules/availability.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms } from '#common/payments/rules/payment-types.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import {
  findSubmissionError,
  type PaymentSubmission,
  type SubmissionError,
} from '#common/payments/rules/validate-submission.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import {
  paymentCircumstances,
  paymentSettings,
  paymentTerms,
  type PlannedPayments,
} from '#server/payments/payment-terms.ts';
import { type LoanPayments, readLoanPayments } from '#server/payments/schedules/loan-payments.queries.ts';
import { describePlannedPayments } from '#server/payments/schedules/read-planned-payments.ts';

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

/** Validates a payment. The loan's guard must be held. */
export function checkSubmission(
  { terms, settings, circumstances }: LoanContext,
  submission: PaymentSubmission,
  payoffCents: Cents | undefined,
): Result<void, SubmissionError> {
  if (payoffCents === undefined) return failure('PayOffQuote');
  const error = findSubmissionError(submission, terms, settings, circumstances, payoffCents);
  return error ? failure(error) : success(undefined);
}

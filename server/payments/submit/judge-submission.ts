import type { Cents } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms } from '#common/payments/rules/payment-types.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import {
  findSubmissionError,
  type PaymentSubmission,
  type SubmissionError,
} from '#common/payments/rules/validate-submission.ts';
import type { HostLoan } from '#server/host/host.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { paymentCircumstances, paymentSettings, paymentTerms, type SetUp } from '#server/payments/payment-terms.ts';
import { readSetUp } from '#server/payments/schedules/read-set-up.ts';

/** A loan under its lock, as the rules and the records of payments need it. */
export interface JudgedLoan {
  /** As of today. */
  readonly loan: HostLoan;
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
}

/** Holds the loan until the transaction ends; nothing when it is not the customer's, or no loan. */
export async function holdLoan(
  services: Services,
  session: Session,
  transaction: Transaction,
  { accountNumber, moment }: { readonly accountNumber: string; readonly moment: Moment },
  change: (setUp: SetUp) => SetUp = (setUp) => setUp,
): Promise<JudgedLoan | undefined> {
  const loan = await services.host.lockLoan(transaction, session.customerId, accountNumber, moment.today);
  if (!loan) return undefined;
  const setUp = change(await readSetUp(services, transaction, session, accountNumber, loan));
  const terms = paymentTerms(services, session, loan, moment, setUp);
  return { loan, terms, settings: paymentSettings(services) };
}

/** Whether what was said of the kind of account is true (P 3). */
export function isOfKind({ loan }: JudgedLoan, accountType: number): boolean {
  return accountType === typeCodes[loan.kind];
}

/** Judges a payment of a loan that is held. */
export async function judge(
  services: Services,
  session: Session,
  transaction: Transaction,
  { terms, settings }: JudgedLoan,
  submission: PaymentSubmission,
): Promise<Result<void, SubmissionError>> {
  const circumstances = await paymentCircumstances(transaction, terms.accountNumber);
  const payoffCents = await payoffOn(services, session, transaction, terms, submission);
  if (payoffCents === undefined) return failure('PayOffQuote');
  const error = findSubmissionError(submission, terms, settings, circumstances, payoffCents);
  return error ? failure(error) : success(undefined);
}

/** Returns what pays the loan off on the day of the payment; undefined when the loan isn't found for that day. */
export async function payoffOn(
  services: Services,
  session: Session,
  transaction: Transaction,
  terms: PaymentTerms,
  { isPayoff, payOn }: Pick<PaymentSubmission, 'isPayoff' | 'payOn'>,
): Promise<Cents | undefined> {
  if (!isPayoff || payOn <= terms.today) return terms.payoffCents;
  const then = await services.host.lockLoan(transaction, session.customerId, terms.accountNumber, payOn);
  return then?.payoffCents;
}

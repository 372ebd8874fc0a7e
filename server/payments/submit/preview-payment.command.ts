import type { PaymentPreview, PaymentPreviewRequest } from '#common/payments/payment-preview.api.ts';
import { noErrors } from '#common/contract/envelope.ts';
import { findDay } from '#common/core/dates.ts';
import { fromWireAmount, toWireAmount } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import {
  findIntentError,
  type PaymentIntent,
  type SubmissionError,
} from '#common/payments/rules/validate-submission.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { holdLoan, isOfKind, payoffOn } from './judge-submission.ts';
import { paymentCircumstances } from '#server/payments/payment-terms.ts';
import { signPreview, type SignedPreview } from './preview-token.ts';
import { type PaymentPromise, type PromisedMethod, promisePayment } from './promise.ts';
import { recurringPlan } from './submission-request.ts';

/** Exactly what a payment would do now, signed, or why it cannot be made. */
export async function previewPayment(
  services: Services,
  session: Session,
  body: PaymentPreviewRequest,
): Promise<Result<PaymentPreview, SubmissionError>> {
  const moment = services.clock.moment();
  const intent = readIntent(body, moment.today);
  if (!intent) return failure('Invalid');
  const { LoanAccountNumber: accountNumber } = body.Payment.Details;
  return inTransaction(services.database, async (transaction) => {
    const held = await holdLoan(services, session, transaction, { accountNumber, moment });
    if (!held) return failure('Retrieving');
    if (!isOfKind(held, body.Payment.AccountType)) return failure('Invalid');
    const { terms, settings } = held;
    const circumstances = await paymentCircumstances(transaction, accountNumber);
    const payoffCents = await payoffOn(services, session, transaction, terms, intent);
    if (payoffCents === undefined) return failure('PayOffQuote');
    const error = findIntentError(intent, terms, settings, circumstances, payoffCents);
    if (error) return failure(error);
    const request = { ...intent, accountNumber };
    const promise = await promisePayment(services, transaction, held, request, readMethod(body));
    return success(toWire(promise, signPreview(services, session, promise, moment.at)));
  });
}

function readMethod({ Method: method }: PaymentPreviewRequest): PromisedMethod {
  const debitCredit = method.IsCard ? (method.DebitCreditType ?? 'DebitCard') : null;
  return { type: method.IsCard ? 'Card' : 'ACH', debitCredit, lastFour: method.LastFour };
}

function readIntent(body: PaymentPreviewRequest, today: string): PaymentIntent | undefined {
  const { Details: details, IsPayoff: isPayoff } = body.Payment;
  const payOn = findDay(details.PaymentDate);
  const amountCents = fromWireAmount(details.PaymentAmount);
  const additionalPrincipalCents = fromWireAmount(details.AdditionalPrincipalAmount);
  const firstPartyCents = fromWireAmount(details.FirstPartyFee);
  const thirdPartyCents = fromWireAmount(details.ThirdPartyFee);
  if (!payOn || amountCents === undefined || additionalPrincipalCents === undefined) return undefined;
  if (firstPartyCents === undefined || thirdPartyCents === undefined) return undefined;
  const { type, debitCredit } = readMethod(body);
  return {
    plan: body.RecurringDetails
      ? recurringPlan(body.RecurringDetails)
      : { timing: payOn > today ? 'scheduled' : 'immediate' },
    companyNumber: details.Company,
    payOn,
    amountCents,
    additionalPrincipalCents,
    fees: { firstPartyCents, thirdPartyCents },
    isPayoff,
    method: { type, debitCredit, use: body.Method.IsSingleUse ? 'singleUse' : 'saved', goodThrough: null },
  };
}

function toWire(promise: PaymentPromise, { token, validUntil }: SignedPreview): PaymentPreview {
  const { outcome } = promise;
  return {
    ...noErrors,
    Preview: token,
    ValidUntil: validUntil.toString(),
    PaymentAmount: toWireAmount(promise.amountCents),
    AdditionalPrincipalAmount: toWireAmount(promise.additionalPrincipalCents),
    FirstPartyFee: toWireAmount(promise.firstPartyCents),
    ThirdPartyFee: toWireAmount(promise.thirdPartyCents),
    TotalAmount: toWireAmount(promise.totalCents),
    PaysTotalDue: promise.paysTotalDue,
    PaymentDate: promise.payOn,
    DrawnOn: promise.drawnOn,
    Outcome: outcome && {
      FeesPaid: toWireAmount(outcome.feesCents),
      InterestPaid: toWireAmount(outcome.interestCents),
      PrincipalPaid: toWireAmount(outcome.principalCents),
      BalanceAfter: toWireAmount(outcome.balanceAfterCents),
      NextDueDateAfter: outcome.nextDueOn,
      PaysOff: outcome.paysOff,
    },
    Effects: [...promise.effects],
    StoppableThrough: promise.stoppableThrough,
  };
}

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
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { isOfKind, readLoanContext, readLoan } from '#server/payments/read-payment-terms.ts';
import { outcomeToWire } from './payment-outcome.wire.ts';
import {
  signPreview,
  type SignedPreview,
  type PaymentPromise,
  projectPromised,
  type PromisedMethod,
  promisePayment,
} from './promise.ts';
import { recurringPlan } from './submission-request.ts';

/** Returns a signed preview of the payment's exact effect now, or the reason it can't be made. */
export async function previewPayment(
  services: Services,
  session: Session,
  body: PaymentPreviewRequest,
): Promise<Result<PaymentPreview, SubmissionError>> {
  const moment = services.clock.moment();
  const intent = readIntent(body, moment.today);
  if (!intent) return failure('Invalid');
  const { LoanAccountNumber: accountNumber } = body.Payment.Details;
  const { loan, payoffCents } = await readLoan(services, session, accountNumber, moment, intent);
  if (!loan) return failure('Retrieving');
  if (!isOfKind({ loan }, body.Payment.AccountType)) return failure('Invalid');
  const context = await readLoanContext(services, session, services.database, loan, moment);
  if (payoffCents === undefined) return failure('PayOffQuote');
  const error = findIntentError(intent, context.terms, context.settings, context.circumstances, payoffCents);
  if (error) return failure(error);
  const request = { ...intent, accountNumber };
  const projection = await projectPromised(services, loan, moment, request);
  const promise = promisePayment(services, context, request, readMethod(body), projection);
  return success(toWire(promise, signPreview(services, session, promise, moment.at)));
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
    Outcome: outcome && outcomeToWire(outcome),
    Effects: [...promise.effects],
    StoppableThrough: promise.stoppableThrough,
  };
}

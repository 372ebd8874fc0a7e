import type { Day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import {
  findIntentError,
  type PaymentIntent,
  type SubmissionError,
  type SubmissionPlan,
} from '#common/payments/rules/validate-submission.ts';
import type { IntendedMethod } from '#common/payments/rules/submitted-method.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { isOfKind, readLoanContext, readLoan } from '#server/payments/read-payment-terms.ts';
import {
  signPreview,
  type SignedPreview,
  type PaymentPromise,
  projectPromised,
  type PromisedMethod,
  promisePayment,
} from './promise.ts';

/** A payment to preview; not validated yet. */
export interface PreviewRequest extends Omit<PaymentIntent, 'plan' | 'method'> {
  readonly accountNumber: string;
  readonly accountType: number;
  /** Null for a single payment. */
  readonly recurring: Extract<SubmissionPlan, { timing: 'recurring' }> | null;
  readonly method: PromisedMethod;
  readonly use: IntendedMethod['use'];
}

export interface PreviewedPayment {
  readonly promise: PaymentPromise;
  readonly signed: SignedPreview;
}

/** Returns a signed preview of the payment's exact effect now, or the reason it can't be made. */
export async function previewPayment(
  services: Services,
  session: Session,
  { accountNumber, accountType, ...wanted }: PreviewRequest,
): Promise<Result<PreviewedPayment, SubmissionError>> {
  const moment = services.clock.moment();
  const intent = intentOf(wanted, moment.today);
  const { loan, payoffCents } = await readLoan(services, session, accountNumber, moment, intent);
  if (!loan) return failure('Retrieving');
  if (!isOfKind({ loan }, accountType)) return failure('Invalid');
  const context = await readLoanContext(services, session, services.database, loan, moment);
  if (payoffCents === undefined) return failure('PayOffQuote');
  const error = findIntentError(intent, context.terms, context.settings, context.circumstances, payoffCents);
  if (error) return failure(error);
  const request = { ...intent, accountNumber };
  const projection = await projectPromised(services, loan, moment, request);
  const promise = promisePayment(services, context, request, wanted.method, projection);
  return success({ promise, signed: signPreview(services, session, promise, moment.at) });
}

function intentOf(
  { recurring, method, use, ...wanted }: Omit<PreviewRequest, 'accountNumber' | 'accountType'>,
  today: Day,
): PaymentIntent {
  const { type, debitCredit } = method;
  const plan = recurring ?? { timing: wanted.payOn > today ? 'scheduled' : 'immediate' };
  return { ...wanted, plan, method: { type, debitCredit, use, goodThrough: null } };
}

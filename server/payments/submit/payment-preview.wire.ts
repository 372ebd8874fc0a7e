import { noErrors } from '#common/contract/answers.ts';
import { findDay } from '#common/core/dates.ts';
import { fromWireAmount, toWireAmount } from '#common/core/money.ts';
import type { PaymentPreview, PaymentPreviewRequest } from '#common/payments/payment-preview.api.ts';
import { outcomeToWire } from '#common/payments/payment-preview.wire.ts';
import type { PreviewedPayment, PreviewRequest } from './preview-payment.command.ts';
import { recurringPlan } from './submission-request.wire.ts';

/** Returns undefined if a day or amount is invalid. */
export function previewRequestFromWire(body: PaymentPreviewRequest): PreviewRequest | undefined {
  const { Details: details, IsPayoff: isPayoff, AccountType: accountType } = body.Payment;
  const payOn = findDay(details.PaymentDate);
  const amountCents = fromWireAmount(details.PaymentAmount);
  const additionalPrincipalCents = fromWireAmount(details.AdditionalPrincipalAmount);
  const firstPartyCents = fromWireAmount(details.FirstPartyFee);
  const thirdPartyCents = fromWireAmount(details.ThirdPartyFee);
  if (!payOn || amountCents === undefined || additionalPrincipalCents === undefined) return undefined;
  if (firstPartyCents === undefined || thirdPartyCents === undefined) return undefined;
  return {
    accountNumber: details.LoanAccountNumber,
    accountType,
    recurring: body.RecurringDetails && recurringPlan(body.RecurringDetails),
    companyNumber: details.Company,
    payOn,
    amountCents,
    additionalPrincipalCents,
    fees: { firstPartyCents, thirdPartyCents },
    isPayoff,
    method: methodFromWire(body.Method),
    use: body.Method.IsSingleUse ? 'singleUse' : 'saved',
  };
}

function methodFromWire(method: PaymentPreviewRequest['Method']): PreviewRequest['method'] {
  const debitCredit = method.IsCard ? (method.DebitCreditType ?? 'DebitCard') : null;
  return { type: method.IsCard ? 'Card' : 'ACH', debitCredit, lastFour: method.LastFour };
}

export function previewToWire({ promise, signed: { token, validUntil } }: PreviewedPayment): PaymentPreview {
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
    BankTakesOn: promise.bankTakesOn,
    Outcome: outcome && outcomeToWire(outcome),
    Effects: [...promise.effects],
    StoppableThrough: promise.stoppableThrough,
  };
}

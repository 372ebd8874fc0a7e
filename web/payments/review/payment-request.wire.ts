import { isOneTime } from '../method-plan.ts';
import type { PaymentPreviewRequest } from '#common/payments/payment-preview.api.ts';
import type { RecurringDetails } from '#common/payments/payment-shapes.api.ts';
import { toWireAmount } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { currentSession } from '#web/data/session.ts';
import type { ReadyPayment } from './ready-payment.ts';

/** Builds the payment request without its method (P 3, Payment request). */
export function paymentToWire({ loan: { terms }, frequency, payOn, totals }: ReadyPayment) {
  return {
    LogonName: currentSession()?.username ?? '',
    Details: {
      PaymentDate: payOn,
      LoanAccountNumber: terms.accountNumber,
      Company: terms.companyNumber,
      PaymentAmount: toWireAmount(totals.amountCents),
      FirstPartyFee: toWireAmount(totals.fees.firstPartyCents),
      ThirdPartyFee: toWireAmount(totals.fees.thirdPartyCents),
      AdditionalPrincipalAmount: toWireAmount(totals.additionalPrincipalCents),
    },
    AccountType: typeCodes[terms.accountKind],
    IsPayoff: frequency.payoff.chosen,
  };
}

/** Null for a one-time payment. */
export function recurringToWire({ frequency: { recurrence } }: ReadyPayment): RecurringDetails | null {
  return recurrence && { RecurringOption: recurrence.option, DaysBeforeDue: recurrence.daysBeforeDue };
}

/** Builds the preview request; it contains no card or account number. */
export function previewToWire(payment: ReadyPayment): PaymentPreviewRequest {
  const { name, submitted } = payment.paying;
  return {
    Payment: paymentToWire(payment),
    Method: {
      IsCard: name.type === 'Card',
      DebitCreditType: name.type === 'Card' ? name.debitCredit : null,
      IsSingleUse: isOneTime(submitted),
      LastFour: name.lastFour,
    },
    RecurringDetails: recurringToWire(payment),
  };
}

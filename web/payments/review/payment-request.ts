import type { PaymentPreviewRequest } from '#common/payments/payment-preview.api.ts';
import type { RecurringDetails } from '#common/payments/payment-shapes.api.ts';
import { toWireAmount } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { currentSession } from '#web/data/session.ts';
import type { ReadyPayment } from './ready-payment.ts';

/** A payment as it is previewed and submitted, but for what it is drawn from (P 3, Payment request). */
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

/** How a recurring payment repeats; nothing for one that is made once. */
export function recurringToWire({ frequency: { recurrence } }: ReadyPayment): RecurringDetails | null {
  return recurrence && { RecurringOption: recurrence.option, DaysBeforeDue: recurrence.daysBeforeDue };
}

/** The question what the payment would do; no number of card or account goes with it. */
export function previewToWire(payment: ReadyPayment): PaymentPreviewRequest {
  const { name, submitted } = payment.paying;
  return {
    Payment: paymentToWire(payment),
    Method: {
      IsCard: name.type === 'Card',
      DebitCreditType: name.type === 'Card' ? name.debitCredit : null,
      IsSingleUse: 'singleUse' in submitted,
      LastFour: name.lastFour,
    },
    RecurringDetails: recurringToWire(payment),
  };
}

import { toWireAmount } from '#common/core/money.ts';
import { call } from '#web/data/client.ts';
import { minutesToUtc } from '#web/payments/draft-agreements-data.ts';
import type { ReadyPayment } from './ready-payment.ts';
import { achMethod } from './submit-payment.ts';

/** Returns the agreement's token, for opening it and for the submission; null if it fails. */
export async function prepareDraftAgreement(payment: ReadyPayment): Promise<string | null> {
  const { frequency, paying, payOn, totals, loan } = payment;
  if (!frequency.recurrence || paying.submitted.type !== 'ACH') return null;
  const result = await call('POST /api/AchDraftAgreement/PrepareAchDraftAgreementPreview', {
    body: {
      LoanAccountNumber: loan.terms.accountNumber,
      AchInfo: achMethod(paying.submitted, payment),
      Amount: toWireAmount(totals.amountCents),
      AdditionalPrincipal: toWireAmount(totals.additionalPrincipalCents),
      LocalTimeOffset: minutesToUtc(),
      daysBeforeDue: frequency.recurrence.daysBeforeDue,
      RecurringOption: frequency.recurrence.option,
      PaymentDate: payOn,
    },
  });
  return result.kind === 'answer' ? result.body.PassableToken : null;
}

import { toWireAmount } from '#common/core/money.ts';
import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { call } from '#web/data/client.ts';
import { clock } from '#web/data/clock.ts';
import type { Named, RecurringChange } from './schedules/planned-payment-changes.ts';

/** Returns the token that opens the agreement on the changed terms; the change sends it along. */
export async function prepareChangedAgreement(
  { accountNumber, payment }: Named<RecurringPayment>,
  { payOn, amountCents, additionalPrincipalCents, method, recurrence }: RecurringChange,
): Promise<string | null> {
  const result = await call('POST /api/AchDraftAgreement/PrepareAchDraftAgreementPreview', {
    body: {
      LoanAccountNumber: accountNumber,
      EncryptedString: payment.handle,
      AchInfo: method && { ProfileId: method.profileId },
      Amount: toWireAmount(amountCents),
      AdditionalPrincipal: toWireAmount(additionalPrincipalCents),
      LocalTimeOffset: minutesToUtc(),
      daysBeforeDue: recurrence.daysBeforeDue,
      RecurringOption: recurrence.option,
      PaymentDate: payOn,
    },
  });
  return result.kind === 'answer' ? result.body.PassableToken : null;
}

export function draftAgreementAddress(token: string): string {
  const query = new URLSearchParams({ token });
  return `/api/AchDraftAgreement/RenderACHDraftAgreementPreview?${query.toString()}`;
}

/** The browser's offset to UTC, positive west of Greenwich (C-068). */
export function minutesToUtc(): number {
  return -clock.nowIn(undefined).offsetNanoseconds / 60_000_000_000;
}

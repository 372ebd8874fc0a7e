import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms, PaymentTiming } from './payment-types.ts';

/**
 * Returns whether each payment covers the total due of the line of credit at that time; the amount sent is zero (P 4).
 */
export function paysTotalDue(
  { accountKind }: Pick<PaymentTerms, 'accountKind'>,
  settings: Pick<PaymentSettings, 'recurringLineOfCreditPaysTotalDue'>,
  { timing }: { readonly timing: PaymentTiming },
): boolean {
  return timing === 'recurring' && accountKind === 'lineOfCredit' && settings.recurringLineOfCreditPaysTotalDue;
}

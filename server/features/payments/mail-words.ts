import { type Cents, formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { shownAccountNumber } from '#common/rules/accounts/account.ts';
import type { PaymentType } from '#common/rules/payments/payment-types.ts';

/** How whatever is sent of payments names a loan, a way to pay and an amount, in the institution's words. */

export function shownLoan({ options }: Institution, accountNumber: string): string {
  return shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
}

export function methodName({ texts }: Institution, type: PaymentType): string {
  return texts[type === 'Card' ? 'payMethod.card' : 'payMethod.ach'] ?? type;
}

/** @param totalCents nothing where the total due of the day is drawn, which is not known before. */
export function amountDrawn({ texts }: Institution, totalCents: Cents | null): string {
  return totalCents === null ? (texts['setUpMail.totalDue'] ?? '') : formatCents(totalCents);
}

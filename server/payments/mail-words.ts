import { type Cents, formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';

export function shownLoan({ options }: Institution, accountNumber: string): string {
  return shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
}

export function methodName({ texts }: Institution, type: PaymentType): string {
  return texts[type === 'Card' ? 'plannedPaymentMail.card' : 'plannedPaymentMail.bankAccount'] ?? type;
}

export interface PromisedAmount {
  /** Null for "total due", which is not known in advance. */
  readonly totalCents: Cents | null;
  /** Included in the total, or added to the total due. */
  readonly feeCents: Cents;
}

export function amountDrawn({ texts }: Institution, { totalCents, feeCents }: PromisedAmount): string {
  const text = (
    key: 'plannedPaymentMail.totalDue' | 'plannedPaymentMail.totalDueWithFee' | 'plannedPaymentMail.withFee',
    fills: string[],
  ) => fillText(texts[key] ?? '', fills);
  const fee = formatCents(feeCents);
  if (totalCents === null) {
    return feeCents > 0 ? text('plannedPaymentMail.totalDueWithFee', [fee]) : text('plannedPaymentMail.totalDue', []);
  }
  const total = formatCents(totalCents);
  return feeCents > 0 ? text('plannedPaymentMail.withFee', [total, fee]) : total;
}

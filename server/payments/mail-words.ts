import { type Cents, formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';

/** Names a loan, a payment method and an amount in mails, in the institution's words. */

export function shownLoan({ options }: Institution, accountNumber: string): string {
  return shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
}

export function methodName({ texts }: Institution, type: PaymentType): string {
  return texts[type === 'Card' ? 'setUpMail.card' : 'setUpMail.bankAccount'] ?? type;
}

/** An amount that is promised, with the fee in it. */
export interface PromisedAmount {
  /** Null where the total due of the day is drawn, which is not known before. */
  readonly totalCents: Cents | null;
  /** Within the total, or on top of the total due. */
  readonly feeCents: Cents;
}

export function amountDrawn({ texts }: Institution, { totalCents, feeCents }: PromisedAmount): string {
  const text = (key: 'setUpMail.totalDue' | 'setUpMail.totalDueWithFee' | 'setUpMail.withFee', fills: string[]) =>
    fillText(texts[key] ?? '', fills);
  const fee = formatCents(feeCents);
  if (totalCents === null) {
    return feeCents > 0 ? text('setUpMail.totalDueWithFee', [fee]) : text('setUpMail.totalDue', []);
  }
  const total = formatCents(totalCents);
  return feeCents > 0 ? text('setUpMail.withFee', [total, fee]) : total;
}

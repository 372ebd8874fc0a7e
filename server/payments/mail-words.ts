import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { fillText } from '#common/contract/fill-text.ts';
import { breakdownOf, type PaymentAmounts } from '#common/payments/rules/breakdown.ts';
import { partTexts } from '#common/payments/rules/payment-names.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';

export function shownLoan({ options }: Institution, accountNumber: string): string {
  return shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
}

export function methodName({ texts }: Institution, type: PaymentType): string {
  return texts[type === 'Card' ? 'plannedPaymentMail.card' : 'plannedPaymentMail.bankAccount'] ?? type;
}

export interface PromisedAmount extends PaymentAmounts {
  /** The amount isn't known in advance; the fee is added to it. */
  readonly paysTotalDue: boolean;
}

/** The total of a payment, and its parts if there are several. */
export function amountDrawn({ texts }: Institution, amount: PromisedAmount): string {
  const words = documentWords(texts);
  const fee = formatCents(amount.feeCents);
  if (amount.paysTotalDue) {
    return amount.feeCents > 0
      ? fillText(texts['plannedPaymentMail.totalDueWithFee'] ?? '', { fee })
      : (texts['plannedPaymentMail.totalDue'] ?? '');
  }
  const { parts, totalCents } = breakdownOf(amount);
  const total = formatCents(totalCents);
  if (parts.length < 2) return total;
  const named = parts.map(({ part, cents }) => words(`drawnAmount.${part}`, { amount: formatCents(cents) }));
  return words('drawnAmount.withParts', { total, parts: named.join(' + ') });
}

/** A line for each part of a payment. */
export function partLines({ texts }: Institution, amounts: PaymentAmounts): string {
  const words = documentWords(texts);
  return breakdownOf(amounts)
    .parts.map(({ part, cents }) => `${words(partTexts[part])}: ${formatCents(cents)}`)
    .join('\n');
}

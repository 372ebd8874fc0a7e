import { type Breakdown, keepParts, type PaymentAmounts, type PaymentPart } from './breakdown.ts';

/** On confirmation and receipt (P 2). */
export const partTexts = {
  amount: 'confirm.amount',
  additionalPrincipal: 'confirm.additionalPrincipal',
  principalOnly: 'confirm.principalOnly',
  fee: 'confirm.fee',
} as const satisfies Record<PaymentPart, string>;

/** As `breakdownOf`, for confirmations and receipts, which also name a fee of zero (P 2). */
export function confirmedBreakdownOf(amounts: PaymentAmounts): Breakdown {
  return keepParts(amounts, ({ part, cents }) => cents > 0 || part === 'fee');
}

import { addCents, type Cents } from '../../core/money.ts';

export interface PaymentAmounts {
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  /** The institution's and the processor's fee together. */
  readonly feeCents: Cents;
}

export type PaymentPart = 'amount' | 'additionalPrincipal' | 'principalOnly' | 'fee';

export interface Breakdown {
  /** In the order they are shown. */
  readonly parts: readonly { readonly part: PaymentPart; readonly cents: Cents }[];
  readonly totalCents: Cents;
}

/** A payment whose whole amount is additional principal: it pays no interest, no fees and no installment. */
export function isPrincipalOnly({ amountCents, additionalPrincipalCents }: Omit<PaymentAmounts, 'feeCents'>): boolean {
  return amountCents === 0 && additionalPrincipalCents > 0;
}

/**
 * The parts of a payment and its total, the same wherever they are shown: lists, review, confirmation, receipt, emails,
 * agreement. Parts of zero are left out.
 */
export function breakdownOf(amounts: PaymentAmounts): Breakdown {
  return keepParts(amounts, ({ cents }) => cents > 0);
}

/** The total is that of all parts. */
export function keepParts(amounts: PaymentAmounts, isShown: (part: Breakdown['parts'][number]) => boolean): Breakdown {
  const { amountCents, additionalPrincipalCents, feeCents } = amounts;
  const principal = isPrincipalOnly(amounts) ? 'principalOnly' : 'additionalPrincipal';
  const parts = [
    { part: 'amount', cents: amountCents },
    { part: principal, cents: additionalPrincipalCents },
    { part: 'fee', cents: feeCents },
  ] as const;
  return {
    parts: parts.filter(isShown),
    totalCents: addCents(amountCents, additionalPrincipalCents, feeCents),
  };
}

import { addCents, type Cents, subtractCents, takeUpTo, ZERO } from '../../core/money.ts';

interface PaidAmounts {
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly feesCents: Cents;
}

/**
 * Returns what is left of a payment after a part was refunded: the additional principal goes back first, which moved no
 * due date, then the payment, and the fee last.
 */
export function remainingOf(
  { amountCents, additionalPrincipalCents, feesCents }: PaidAmounts,
  refundedCents: Cents,
): PaidAmounts & { readonly totalCents: Cents } {
  const ofAdditional = takeUpTo(refundedCents, additionalPrincipalCents);
  const ofAmount = takeUpTo(subtractCents(refundedCents, ofAdditional), amountCents);
  const ofFees = subtractCents(refundedCents, ofAdditional, ofAmount);
  const left = {
    amountCents: subtractCents(amountCents, ofAmount),
    additionalPrincipalCents: subtractCents(additionalPrincipalCents, ofAdditional),
    feesCents: subtractCents(feesCents, ofFees),
  };
  return { ...left, totalCents: addCents(left.amountCents, left.additionalPrincipalCents, left.feesCents) };
}

/** Returns whether an amount is a part of what is left: not all of it, which is the refund of the payment. */
export function isPart(amountCents: Cents, leftCents: Cents): boolean {
  return amountCents > ZERO && amountCents < leftCents;
}

const PREFIX = 'refund-';

/** Returns the id, in the books, of a payment that was posted again without a refunded part. */
export function paymentIdOfRefund(refundId: string): string {
  return `${PREFIX}${refundId}`;
}

export function isPartlyRefunded(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}

import { addCents, type Cents, subtractCents, takeUpTo, ZERO } from '../../core/money.ts';
import type { Allocation, AllocationPart } from './payment-types.ts';

export type AllocationOrder = readonly [AllocationPart, AllocationPart, AllocationPart];

/**
 * Splits an amount in the institution's order, given what is owed of each part. Any excess goes to principal, so the
 * parts always add up to the amount. @throws RangeError for a negative amount.
 */
export function allocatePayment(amount: Cents, owed: Allocation, order: AllocationOrder): Allocation {
  if (amount < 0) throw new RangeError(`Cannot allocate a negative amount: ${amount}`);
  const paid: Record<AllocationPart, Cents> = { fees: ZERO, interest: ZERO, principal: ZERO };
  let left = amount;
  for (const part of order) {
    paid[part] = takeUpTo(left, owedOf(owed, part));
    left = subtractCents(left, paid[part]);
  }
  return {
    feesCents: paid.fees,
    interestCents: paid.interest,
    principalCents: addCents(paid.principal, left),
  };
}

function owedOf(owed: Allocation, part: AllocationPart): Cents {
  if (part === 'fees') return owed.feesCents;
  return part === 'interest' ? owed.interestCents : owed.principalCents;
}

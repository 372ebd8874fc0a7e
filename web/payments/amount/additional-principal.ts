import { type Cents, ZERO } from '#common/core/money.ts';
import { maxAdditionalPrincipal, parseAmountEntry } from '#common/payments/rules/amounts.ts';
import type { PaymentTerms } from '#common/payments/rules/payment-types.ts';

/** Principal on top of a recurring amount, where allowed. */
export interface AdditionalPrincipal {
  readonly limitCents: Cents;
  /** Null while the entry is invalid. */
  readonly cents: Cents | null;
}

/** @param entry as typed; an empty one adds nothing */
export function readAdditionalPrincipal(entry: string, amountCents: Cents, terms: PaymentTerms): AdditionalPrincipal {
  const limitCents = maxAdditionalPrincipal(amountCents, terms);
  const typed = entry.trim() === '' ? ZERO : parseAmountEntry(entry);
  return { limitCents, cents: typed !== undefined && typed <= limitCents ? typed : null };
}

import { type Cents, roundToCents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';
import { installmentsAYear } from '#common/payments/rules/times-a-year.ts';

interface LevelLoan {
  readonly amountCents: Cents;
  readonly rate: RatePpm;
  readonly billingFrequency: BillingFrequency;
  readonly periods: number;
}

/**
 * Returns the installment that pays off a loan in `periods` equal parts: P·i·(1+i)ⁿ ÷ ((1+i)ⁿ − 1), in exact fractions.
 */
export function levelInstallment({ amountCents, rate, billingFrequency, periods }: LevelLoan): Cents {
  if (rate === 0) return roundToCents(BigInt(amountCents), BigInt(periods));
  const { grown, one } = growth(rate, billingFrequency, periods);
  return roundToCents(BigInt(amountCents) * BigInt(rate) * grown, one * (grown - one ** BigInt(periods)));
}

/** Returns the principal left after some installments: P·((1+i)ⁿ − (1+i)ᵏ) ÷ ((1+i)ⁿ − 1). */
export function levelPrincipal({ amountCents, rate, billingFrequency, periods }: LevelLoan, paid: number): Cents {
  if (rate === 0) return roundToCents(BigInt(amountCents) * BigInt(periods - paid), BigInt(periods));
  const all = growth(rate, billingFrequency, periods);
  const some = growth(rate, billingFrequency, paid).grown * all.one ** BigInt(periods - paid);
  return roundToCents(BigInt(amountCents) * (all.grown - some), all.grown - all.one ** BigInt(periods));
}

/** Returns (1+i)ⁿ as `grown` over `one` to the power of n. */
function growth(rate: RatePpm, billingFrequency: BillingFrequency, periods: number) {
  const one = BigInt(installmentsAYear(billingFrequency)) * 1_000_000n;
  return { one, grown: (one + BigInt(rate)) ** BigInt(periods) };
}

import type { Cents } from '../../core/money.ts';
import { cents, maxCents, minCents, roundToCents, ZERO } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';

/** What the contract and the law of a state let be charged for an installment that is late. */
export interface LateChargePolicy {
  /** Null where the charge is a percentage alone. */
  readonly flatCents: Cents | null;
  /** Of the unpaid part of the installment; null where the charge is flat. */
  readonly percent: RatePpm | null;
  /** Which of the two counts where there are both. */
  readonly take: 'lesser' | 'greater';
  readonly maximumCents: Cents | null;
  /** Days after the due day on which nothing is late yet. */
  readonly graceDays: number;
  /** An installment that is short by less is never late. */
  readonly leastShortageCents: Cents;
  /** Whether the contract lets an installment be charged for after maturity. */
  readonly afterMaturity: boolean;
  /** Nothing is charged while the loan carries one of these, such as that of a bankruptcy. */
  readonly exceptHoldCodes: readonly string[];
  readonly exceptInDispute: boolean;
}

/** The policy of a loan: its type may have one of its own. */
export interface LateChargeRules {
  readonly lateCharge: LateChargePolicy;
  readonly lateChargeByLoanType: Readonly<Record<string, LateChargePolicy>>;
}

export function lateChargePolicyOf(rules: LateChargeRules, loanType: string): LateChargePolicy {
  const own = Object.hasOwn(rules.lateChargeByLoanType, loanType) ? rules.lateChargeByLoanType[loanType] : undefined;
  return own ?? rules.lateCharge;
}

/** Below the shortest grace period of all policies no loan is late. */
export function shortestGrace({ lateCharge, lateChargeByLoanType }: LateChargeRules): number {
  return Math.min(lateCharge.graceDays, ...Object.values(lateChargeByLoanType).map(({ graceDays }) => graceDays));
}

/** The charge for an installment of which so much is unpaid; zero when it is not late by the policy. */
export function lateChargeFor(policy: LateChargePolicy, unpaidCents: Cents): Cents {
  if (unpaidCents <= 0 || unpaidCents < policy.leastShortageCents) return ZERO;
  const share = policy.percent === null ? null : roundToCents(BigInt(unpaidCents) * BigInt(policy.percent), 1_000_000n);
  const charge = combined(policy.flatCents, share, policy.take);
  return maxCents(ZERO, policy.maximumCents === null ? charge : minCents(charge, policy.maximumCents));
}

function combined(flat: Cents | null, share: Cents | null, take: LateChargePolicy['take']): Cents {
  if (flat === null || share === null) return flat ?? share ?? cents(0);
  return take === 'lesser' ? minCents(flat, share) : maxCents(flat, share);
}

/** Whether the state of a loan keeps it from being charged. */
export function isExceptLoan(
  policy: Pick<LateChargePolicy, 'exceptHoldCodes' | 'exceptInDispute'>,
  loan: { readonly holdCode: string; readonly inDispute: boolean },
): boolean {
  const code = loan.holdCode.trim().toUpperCase();
  const isHeld = policy.exceptHoldCodes.some((except) => except.toUpperCase() === code);
  return isHeld || (loan.inDispute && policy.exceptInDispute);
}

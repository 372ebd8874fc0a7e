import type { Day } from '../../core/dates.ts';
import type { Cents } from '../../core/money.ts';
import { cents, maxCents, minCents, roundToCents, ZERO } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';
import { isHoldCodeIn } from './account.ts';

/** The late charge that the contract and state law allow. */
export interface LateChargePolicy {
  /** Null for a percentage only. */
  readonly flatCents: Cents | null;
  /** Of the unpaid part of the installment; null for a flat charge. */
  readonly percent: RatePpm | null;
  /** Which one applies if both are set. */
  readonly take: 'lesser' | 'greater';
  readonly maximumCents: Cents | null;
  readonly graceDays: number;
  /** An installment short by less is never late. */
  readonly leastShortageCents: Cents;
  readonly afterMaturity: boolean;
  /** Hold codes, e.g. bankruptcy, that suspend the charge. */
  readonly exceptHoldCodes: readonly string[];
  readonly exceptInDispute: boolean;
}

/** A loan type may have its own policy. */
export interface LateChargeRules {
  readonly lateCharge: LateChargePolicy;
  readonly lateChargeByLoanType: Readonly<Record<string, LateChargePolicy>>;
}

export interface NextLateCharge {
  readonly payBy: Day;
  readonly chargeCents: Cents;
}

export function lateChargePolicyOf(rules: LateChargeRules, loanType: string): LateChargePolicy {
  const own = Object.hasOwn(rules.lateChargeByLoanType, loanType) ? rules.lateChargeByLoanType[loanType] : undefined;
  return own ?? rules.lateCharge;
}

/** No loan is late before the shortest grace period of all policies ends. */
export function shortestGrace({ lateCharge, lateChargeByLoanType }: LateChargeRules): number {
  return Math.min(lateCharge.graceDays, ...Object.values(lateChargeByLoanType).map(({ graceDays }) => graceDays));
}

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

/** Returns whether the loan's hold code or a dispute exempts it. */
export function isExemptFromLateCharge(
  policy: Pick<LateChargePolicy, 'exceptHoldCodes' | 'exceptInDispute'>,
  loan: { readonly holdCode: string; readonly inDispute: boolean },
): boolean {
  return isHoldCodeIn(loan.holdCode, policy.exceptHoldCodes) || (loan.inDispute && policy.exceptInDispute);
}

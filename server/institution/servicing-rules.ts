import { cents, type Cents, ZERO } from '#common/core/money.ts';
import { type RatePpm, rateFromPercent } from '#common/core/rates.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { LateChargePolicy } from '#common/accounts/rules/late-charge.ts';
import type { InstitutionProfile, LateChargeProfile } from './profile-schema.ts';

const usual: NonNullable<InstitutionProfile['servicing']> = {
  allocationOrder: ['fees', 'interest', 'principal'],
  delinquentAfterDays: 30,
  lateCharge: { flatCents: 2_500, percent: 10, take: 'lesser', graceDays: 10, leastShortageCents: 1_000 },
};

export function servicingRules(profile: InstitutionProfile['servicing']): ServicingRules {
  const { lateCharge, lateChargeByLoanType = {}, ...rules } = profile ?? usual;
  const byType = Object.entries(lateChargeByLoanType).map(([type, policy]) => [type, policyOf(policy)] as const);
  return { ...rules, lateCharge: policyOf(lateCharge), lateChargeByLoanType: Object.fromEntries(byType) };
}

function policyOf(profile: LateChargeProfile): LateChargePolicy {
  return {
    flatCents: centsOrNull(profile.flatCents),
    percent: percentOrNull(profile.percent),
    take: profile.take ?? 'lesser',
    maximumCents: centsOrNull(profile.maximumCents),
    graceDays: profile.graceDays,
    leastShortageCents: centsOrNull(profile.leastShortageCents) ?? ZERO,
    afterMaturity: profile.afterMaturity ?? false,
    exceptHoldCodes: profile.exceptHoldCodes ?? [],
    exceptInDispute: profile.exceptInDispute ?? true,
  };
}

function centsOrNull(value: number | undefined): Cents | null {
  return value === undefined ? null : cents(value);
}

function percentOrNull(percent: number | undefined): RatePpm | null {
  return percent === undefined ? null : (rateFromPercent(percent) ?? null);
}

import type { BrandOutcome } from '#common/profile/texting.api.ts';
import type { SubscriptionChange, SubscriptionOutcome } from '#server/platform/sms/text-message-provider.ts';

/** Whether everything that was asked for was done. A brand of which nothing was said was not changed. */
export function allSet(changes: readonly SubscriptionChange[], outcomes: readonly SubscriptionOutcome[]): boolean {
  return outcomesToWire(changes, outcomes).every(
    ({ OptInMarketing, OptInAccount }) => OptInMarketing !== false && OptInAccount !== false,
  );
}

/** Whether anything was changed at all. */
export function anySet(outcomes: readonly SubscriptionOutcome[]): boolean {
  return outcomes.some(({ marketingSet, accountSet }) => marketingSet === true || accountSet === true);
}

/** Brand by brand what became of each flag that was to change. */
export function outcomesToWire(
  changes: readonly SubscriptionChange[],
  outcomes: readonly SubscriptionOutcome[],
): BrandOutcome[] {
  return changes.map(({ brandingId, marketing, account }) => {
    const outcome = outcomes.find((candidate) => candidate.brandingId === brandingId);
    return {
      BrandingId: brandingId,
      OptInMarketing: marketing === null ? null : outcome?.marketingSet === true,
      OptInAccount: account === null ? null : outcome?.accountSet === true,
    };
  });
}

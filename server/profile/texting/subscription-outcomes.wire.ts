import type { BrandOutcome } from '#common/profile/texting.api.ts';
import type { SubscriptionChange, SubscriptionOutcome } from '#server/platform/sms/text-message-provider.ts';

/** Returns whether every requested change was made. A brand without an outcome wasn't changed. */
export function allSet(changes: readonly SubscriptionChange[], outcomes: readonly SubscriptionOutcome[]): boolean {
  return outcomesToWire(changes, outcomes).every(
    ({ OptInMarketing, OptInAccount }) => OptInMarketing !== false && OptInAccount !== false,
  );
}

export function anySet(outcomes: readonly SubscriptionOutcome[]): boolean {
  return outcomes.some(({ marketingSet, accountSet }) => marketingSet === true || accountSet === true);
}

/** Returns the outcome of each requested flag, by brand. */
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

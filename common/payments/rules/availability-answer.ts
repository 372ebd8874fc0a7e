import type { Day } from '../../core/dates.ts';

/**
 * Allowed, or not with the reason; for a day, also the nearest allowed one, if any. All payment rules answer this way;
 * `availability-texts.ts` has a text for every reason.
 */
export type Availability<Reason extends string> =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: Reason; readonly nearest?: Day };

export const allowed = { allowed: true } as const;

export function refused<Reason extends string>(reason: Reason): Availability<Reason> {
  return { allowed: false, reason };
}

export function unless<Reason extends string>(blocked: boolean, reason: Reason): Availability<Reason> {
  return blocked ? refused(reason) : allowed;
}

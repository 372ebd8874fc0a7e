import type { Day } from '../../core/dates.ts';

/**
 * Either allowed, or not and why; of a day, also the nearest one that is allowed,
 * if any. Every question the payment flow asks is answered in this form;
 * `availability-texts.ts` has the text of every reason.
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

import { clock } from '#web/data/clock.ts';
import { onSessionChange } from '#web/data/session.ts';
import type { RegistrationValues } from './registration-values.ts';

/** Longer, and someone else may sit at the computer. */
const KEPT_MS = 30 * 60_000;

/** In the memory of the page only: entries include the SSN. */
let kept: { readonly values: RegistrationValues; readonly untilMs: number } | null = null;

/** Keeps the entries while the institution is closed and the sign-in screen replaces the form. */
export function keepEntries(values: RegistrationValues): void {
  kept = { values, untilMs: clock.nowMs() + KEPT_MS };
}

export function takeKeptEntries(): RegistrationValues | undefined {
  const values = kept && clock.nowMs() < kept.untilMs ? kept.values : undefined;
  kept = null;
  return values;
}

onSessionChange(() => {
  kept = null;
});

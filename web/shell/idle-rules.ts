/** After this time without activity, the expiry dialog opens (A 9). */
const IDLE_WARNING_MS = 180_000;
/** The dialog's countdown (A 9); the session ends 300 s after the last activity (C-105). */
const COUNTDOWN_SECONDS = 120;
/** The server has its own idle limit, so an active user without calls is reported this often. */
const CONTACT_INTERVAL_MS = 60_000;

export interface IdleTimes {
  readonly lastActivityMs: number;
  /** The last time the server heard of activity. */
  readonly lastContactMs: number;
}

export type IdleVerdict =
  | { readonly kind: 'active'; readonly tellServer: boolean }
  | { readonly kind: 'expiring'; readonly secondsLeft: number }
  | { readonly kind: 'expired' };

/** Computed from times instead of counted, so it is right even after the machine slept. */
export function evaluateIdle({ lastActivityMs, lastContactMs }: IdleTimes, nowMs: number): IdleVerdict {
  const idleMs = nowMs - lastActivityMs;
  if (idleMs < IDLE_WARNING_MS) {
    const tellServer = lastActivityMs > lastContactMs && nowMs - lastContactMs >= CONTACT_INTERVAL_MS;
    return { kind: 'active', tellServer };
  }
  const secondsLeft = COUNTDOWN_SECONDS - wholeSeconds(idleMs - IDLE_WARNING_MS);
  return secondsLeft > 0 ? { kind: 'expiring', secondsLeft } : { kind: 'expired' };
}

/** `2:00`, `0:09`. */
export function formatCountdown(seconds: number): string {
  const rest = seconds % 60;
  return `${(seconds - rest) / 60}:${String(rest).padStart(2, '0')}`;
}

function wholeSeconds(milliseconds: number): number {
  return (milliseconds - (milliseconds % 1_000)) / 1_000;
}

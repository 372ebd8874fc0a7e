import { sharedStorage } from './browser-storage.ts';
import { clock } from './clock.ts';

/**
 * The last activity in any tab. In storage instead of messages, so a suspended tab that wakes up doesn't end the
 * session of a tab in use.
 */
const ACTIVITY_KEY = 'passbook.last-activity';

export function noteActivity(): void {
  sharedStorage.set(ACTIVITY_KEY, String(clock.nowMs()));
}

/** Undefined while signed out. */
export function lastActivityMs(): number | undefined {
  const stored = sharedStorage.get(ACTIVITY_KEY);
  return stored === null ? undefined : Number(stored);
}

export function forgetActivity(): void {
  sharedStorage.remove(ACTIVITY_KEY);
}

/** Calls `listener` when another tab signs in. */
export function onActivityBegun(listener: () => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === ACTIVITY_KEY && oldValue === null && newValue !== null) listener();
  });
}

import { sharedStorage } from './browser-storage.ts';
import { clock } from './clock.ts';

/**
 * When the customer was last active in any tab. In storage and not by message: a tab that the
 * browser had put to sleep must not end the session for a tab that is in use.
 */
const ACTIVITY_KEY = 'passbook.last-activity';

export function noteActivity(): void {
  sharedStorage.set(ACTIVITY_KEY, String(clock.nowMs()));
}

/** Undefined while nobody is signed in. */
export function lastActivityMs(): number | undefined {
  const stored = sharedStorage.get(ACTIVITY_KEY);
  return stored === null ? undefined : Number(stored);
}

export function forgetActivity(): void {
  sharedStorage.remove(ACTIVITY_KEY);
}

/** Calls `listener` when somebody has signed in in another tab. */
export function onActivityBegun(listener: () => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === ACTIVITY_KEY && oldValue === null && newValue !== null) listener();
  });
}

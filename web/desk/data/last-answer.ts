import { sharedStorage } from '#web/data/browser-storage.ts';
import { clock } from '#web/data/clock.ts';

/** Of all tabs, because they have one session. */
const ANSWERED_KEY = 'passbook.desk-answered';

/** The server has answered the session's call, which keeps it open. */
export function noteAnswer(): void {
  sharedStorage.set(ANSWERED_KEY, String(clock.nowMs()));
}

export function lastAnswerMs(): number {
  return Number(sharedStorage.get(ANSWERED_KEY) ?? 0);
}

import { clock } from '#web/data/clock.ts';
import { deskCall } from './desk-client.ts';
import { deskQueries, queryKeyOf } from './desk-queries.ts';
import { lastAnswerMs } from './last-answer.ts';

/** The server ends a session after this time without a call. */
const IDLE_MS = 15 * 60_000;

/** Someone who types without a call is reported to the server this often. */
const REPORTED_EVERY_MS = 5 * 60_000;

const LOOK_EVERY_MS = 10_000;

/**
 * Takes a customer off the screen of someone who has walked away, and keeps the session of someone who writes. Computed
 * from times, so that it is right after the computer slept.
 * @param leave called once the session has ended
 */
export function endWhenIdle(leave: () => void): void {
  let lastActivityMs = 0;
  for (const activity of ['keydown', 'pointerdown']) {
    addEventListener(activity, () => {
      lastActivityMs = clock.nowMs();
    });
  }
  setInterval(() => {
    if (!isSignedIn()) return;
    const sinceMs = clock.nowMs() - lastAnswerMs();
    if (sinceMs >= IDLE_MS) leave();
    else if (lastActivityMs > lastAnswerMs() && sinceMs >= REPORTED_EVERY_MS) report();
  }, LOOK_EVERY_MS);
}

function isSignedIn(): boolean {
  return deskQueries.getQueryData(queryKeyOf('GET /api/desk/session', {})) !== undefined;
}

function report(): void {
  // Without an answer, it is reported again.
  deskCall('GET /api/desk/session', {}).catch(() => undefined);
}

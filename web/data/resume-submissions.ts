import { clock } from './clock.ts';
import type * as followSubmissions from './follow-submissions.ts';
import {
  addFollowed,
  asking,
  currentCustomerId,
  isOpen,
  type KeyedSubmission,
  storedSubmissions,
  storeSubmissions,
} from './followed-submissions.ts';

const FORGET_AFTER_MS = 7 * 24 * 60 * 60_000;
/** On a computer that several people use, the next one is told nothing. */
const FORGET_VISITORS_AFTER_MS = 60 * 60_000;
const LOAD_AGAIN_AFTER_MS = 5_000;

/**
 * Continues submissions that an earlier page of this customer or visitor left without an outcome. They count as open at
 * once, so nothing is paid twice; the code that asks for outcomes loads only where there are some.
 */
export async function resumeSubmissions(): Promise<void> {
  const customerId = currentCustomerId();
  const stored = storedSubmissions();
  const young = stored.filter(isYoung);
  if (young.length < stored.length) storeSubmissions(young);
  const left = young.filter((one) => one.customerId === customerId && !isOpen(one.key));
  if (left.length === 0) return;
  for (const submission of left) addFollowed(asking(submission));
  const { followOutcome } = await loadFollowing();
  for (const submission of left) if (isOpen(submission.key)) followOutcome(submission);
}

async function loadFollowing(): Promise<typeof followSubmissions> {
  for (;;) {
    try {
      return await import('./follow-submissions.ts');
    } catch {
      await new Promise((resolve) => void setTimeout(resolve, LOAD_AGAIN_AFTER_MS));
    }
  }
}

function isYoung({ customerId, sentAtMs }: KeyedSubmission): boolean {
  return clock.nowMs() - sentAtMs < (customerId === '' ? FORGET_VISITORS_AFTER_MS : FORGET_AFTER_MS);
}

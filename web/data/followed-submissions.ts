import { useSyncExternalStore } from 'react';
import { sharedStorage } from './browser-storage.ts';
import { call } from './client.ts';
import { clock } from './clock.ts';
import { nextAsk } from './next-ask.ts';
import { currentSession, onSessionChange } from './session.ts';
import { type Attempt, type OutcomeSource, type SubmissionEnd, untilKnown } from './until-known.ts';

/**
 * A submission with an idempotency key: enough to ask for its outcome on another page, without card or account numbers.
 */
export interface KeyedSubmission {
  readonly key: string;
  /** The sender; other customers on this browser must not see it. */
  readonly customerId: string;
  readonly accountNumber: string;
  readonly sentAtMs: number;
}

export interface FollowedSubmission {
  readonly submission: KeyedSubmission;
  /** `asking`: the answer was lost, so the outcome is requested; `slow`: this has taken a while. */
  readonly stage: 'sending' | 'asking' | 'slow';
  readonly end: SubmissionEnd | null;
  /** A dialog shows the progress; otherwise the shell's notice does. */
  readonly attended: boolean;
}

const STORAGE_KEY = 'passbook.submissions';

const ASK_TIMEOUT_MS = 10_000;
const SLOW_AFTER_MS = 10_000;
const FORGET_AFTER_MS = 7 * 24 * 60 * 60_000;

let followed: readonly FollowedSubmission[] = [];
const watchers = new Set<() => void>();

export function useFollowedSubmissions(): readonly FollowedSubmission[] {
  return useSyncExternalStore(watch, () => followed);
}

/**
 * Sends a submission and follows it until its outcome is known: asks for lost answers by key with growing pauses, and
 * sends a request that never arrived again. Survives the component that started it; {@link resumeSubmissions} continues
 * after the page was closed.
 * Returns the outcome; undefined if the session ended first.
 */
export function followSubmission(
  submission: KeyedSubmission,
  send: () => Promise<Attempt>,
): Promise<SubmissionEnd | undefined> {
  remember(submission);
  return follow({ submission, stage: 'sending', end: null, attended: true }, send);
}

export function resumeSubmissions(): void {
  const customerId = currentSession()?.customerId;
  const stored = readStored();
  const young = stored.filter(({ sentAtMs }) => clock.nowMs() - sentAtMs < FORGET_AFTER_MS);
  if (young.length < stored.length) store(young);
  for (const submission of young) {
    if (submission.customerId !== customerId || isFollowed(submission.key)) continue;
    void follow({ submission, stage: 'asking', end: null, attended: false }, null);
  }
}

/** Called when the dialog closes; from then on the notice shows the outcome. */
export function leaveSubmission(key: string): void {
  change(key, { attended: false });
}

/** Called after the outcome was shown. */
export function dismissSubmission(key: string): void {
  followed = followed.filter(({ submission }) => submission.key !== key);
  store(readStored().filter((submission) => submission.key !== key));
  notify();
}

export function isAttended(key: string): boolean {
  return followed.some(({ submission, attended }) => submission.key === key && attended);
}

function isFollowed(key: string): boolean {
  return followed.some(({ submission }) => submission.key === key);
}

async function follow(
  started: FollowedSubmission,
  send: (() => Promise<Attempt>) | null,
): Promise<SubmissionEnd | undefined> {
  const { key } = started.submission;
  followed = [...followed.filter(({ submission }) => submission.key !== key), started];
  notify();
  const end = await untilKnown(outcomeSource(started.submission, send));
  if (end) change(key, { end });
  return end;
}

function outcomeSource({ key, sentAtMs }: KeyedSubmission, send: (() => Promise<Attempt>) | null): OutcomeSource {
  const userToken = currentSession()?.userToken;
  let doubtSinceMs: number | null = null;
  return {
    send,
    ask: async () => {
      const answer = await call('GET /api/Submission/GetOutcome', { query: { key }, timeoutMs: ASK_TIMEOUT_MS });
      return answer.kind === 'answer' ? answer.body : undefined;
    },
    pause: async (asked) => {
      doubtSinceMs ??= clock.nowMs();
      change(key, { stage: clock.nowMs() - doubtSinceMs < SLOW_AFTER_MS ? 'asking' : 'slow' });
      await nextAsk(asked);
      return userToken !== undefined && currentSession()?.userToken === userToken;
    },
    ageMs: () => clock.nowMs() - sentAtMs,
  };
}

function change(key: string, changes: Partial<FollowedSubmission>): void {
  followed = followed.map((one) => (one.submission.key === key ? { ...one, ...changes } : one));
  notify();
}

/** Stored beyond the tab, so customers learn the outcome when they return. */
function remember(submission: KeyedSubmission): void {
  store([...readStored().filter(({ key }) => key !== submission.key), submission]);
}

function readStored(): readonly KeyedSubmission[] {
  try {
    const stored: unknown = JSON.parse(sharedStorage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as KeyedSubmission[]) : [];
  } catch {
    return [];
  }
}

function store(submissions: readonly KeyedSubmission[]): void {
  if (submissions.length === 0) sharedStorage.remove(STORAGE_KEY);
  else sharedStorage.set(STORAGE_KEY, JSON.stringify(submissions));
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notify(): void {
  for (const watcher of watchers) watcher();
}

// Stays stored, so the outcome is shown after the next sign-in.
onSessionChange(() => {
  followed = [];
  notify();
});

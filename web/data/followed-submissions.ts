import { useSyncExternalStore } from 'react';
import { sharedStorage } from './browser-storage.ts';
import { call } from './client.ts';
import { clock } from './clock.ts';
import { nextAsk } from './next-ask.ts';
import { currentSession, onSessionChange } from './session.ts';
import { type Attempt, type OutcomeSource, type SubmissionEnd, untilKnown } from './until-known.ts';

/** A submission with an idempotency key; enough to ask for its outcome in another page, without any number of a card or bank account. */
export interface KeyedSubmission {
  readonly key: string;
  /** Who sent it: another customer on this browser must not hear of it. */
  readonly customerId: string;
  readonly accountNumber: string;
  readonly sentAtMs: number;
}

export interface FollowedSubmission {
  readonly submission: KeyedSubmission;
  /** `asking`: the answer was lost and the outcome is asked for; `slow`: for a while now. */
  readonly stage: 'sending' | 'asking' | 'slow';
  readonly end: SubmissionEnd | null;
  /** A dialog shows how it goes; otherwise the notice of the shell does. */
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
 * Sends a submission and follows it until its outcome is known: a lost answer is
 * asked for by key, at once and then ever more rarely, and what never arrived is
 * sent again under the same key. Survives the component that started it; what a
 * closed page leaves behind, {@link resumeSubmissions} takes up.
 * @returns how it ended; undefined when the session ended first
 */
export function followSubmission(
  submission: KeyedSubmission,
  send: () => Promise<Attempt>,
): Promise<SubmissionEnd | undefined> {
  remember(submission);
  return follow({ submission, stage: 'sending', end: null, attended: true }, send);
}

/** Takes up what an earlier page of this customer left without an outcome. */
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

/** The dialog is closed; the outcome will be told by the notice. */
export function leaveSubmission(key: string): void {
  change(key, { attended: false });
}

/** Its end was told. */
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

/** Kept beyond the page and the tab: whoever comes back is told how it ended. */
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

// What was sent stays stored: its outcome is told at the next sign-in.
onSessionChange(() => {
  followed = [];
  notify();
});

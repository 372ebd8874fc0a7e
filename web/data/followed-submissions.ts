import { useSyncExternalStore } from 'react';
import { sharedStorage } from './browser-storage.ts';
import type { RequestOutcome } from '#common/institution/setup.api.ts';
import { type LearnedOutcome, submissionOutcomeFromWire } from '#common/payments/submission-outcome.wire.ts';
import { call, type CallResult } from './client.ts';
import { clock } from './clock.ts';
import { askNow, nextAsk } from './next-ask.ts';
import { currentSession, onSessionChange } from './session.ts';
import { type Attempt, type OutcomeSource, type SubmissionEnd, untilKnown } from './until-known.ts';

interface Sent {
  readonly key: string;
  /** The sender; other customers on this browser must not see it. Empty for a visitor. */
  readonly customerId: string;
  readonly sentAtMs: number;
}

export interface KeyedPayment extends Sent {
  readonly kind: 'payment';
  readonly accountNumber: string;
}

/** A call that is `keyed` in the contract. */
export interface KeyedRequest extends Sent {
  readonly kind: 'message' | 'contactChange' | 'form' | 'upload' | 'registration';
}

/** Enough to ask for an outcome on another page, without any of the content. */
export type KeyedSubmission = KeyedPayment | KeyedRequest;

export interface CardConfirmation {
  readonly url: string;
  readonly minutesLeft: number;
}

export interface FollowedSubmission {
  readonly submission: KeyedSubmission;
  /** `asking`: the answer was lost, so the outcome is requested; `slow`: this has taken a while. */
  readonly stage: 'sending' | 'asking' | 'slow';
  readonly end: SubmissionEnd | null;
  /** The payment's number, once the server has told it; for the phone while the outcome is unknown. */
  readonly referenceNumber: string | null;
  /** The customer has to confirm the payment on this page of the bank. */
  readonly confirmation: CardConfirmation | null;
  /** A dialog shows the progress; otherwise the shell's notice does. */
  readonly attended: boolean;
}

const STORAGE_KEY = 'passbook.submissions';

const ASK_TIMEOUT_MS = 10_000;
const SLOW_AFTER_MS = 10_000;
const FORGET_AFTER_MS = 7 * 24 * 60 * 60_000;
/** On a computer that several people use, the next one is told nothing. */
const FORGET_VISITORS_AFTER_MS = 60 * 60_000;

const undecided = { end: null, confirmation: null, referenceNumber: null };

let followed: readonly FollowedSubmission[] = [];
const watchers = new Set<() => void>();

export function useFollowedSubmissions(): readonly FollowedSubmission[] {
  return useSyncExternalStore(watchSubmissions, followedSubmissions);
}

export function followedSubmissions(): readonly FollowedSubmission[] {
  return followed;
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
  return follow({ submission, ...undecided, stage: 'sending', attended: true }, send);
}

/** Continues submissions that an earlier page of this customer or visitor left without an outcome. */
export function resumeSubmissions(): void {
  const customerId = currentCustomerId();
  const stored = readStored();
  const young = stored.filter(isYoung);
  if (young.length < stored.length) store(young);
  for (const submission of young) if (submission.customerId === customerId) askForOutcome(submission);
}

function isYoung({ customerId, sentAtMs }: KeyedSubmission): boolean {
  return clock.nowMs() - sentAtMs < (customerId === '' ? FORGET_VISITORS_AFTER_MS : FORGET_AFTER_MS);
}

/** Called before a request is sent. Its end calls {@link forgetSubmission} or {@link askForOutcome}. */
export function rememberRequest(kind: KeyedRequest['kind'], key: string): KeyedRequest {
  const request = { kind, key, customerId: currentCustomerId(), sentAtMs: clock.nowMs() };
  remember(request);
  return request;
}

/** Asks for the outcome of a submission by its key until the shell's notice can show it. */
export function askForOutcome(submission: KeyedSubmission): void {
  if (followed.some((one) => one.submission.key === submission.key && one.end === null)) return;
  void follow({ submission, ...undecided, stage: 'asking', attended: false }, null);
}

function currentCustomerId(): string {
  return currentSession()?.customerId ?? '';
}

/** Called when the dialog closes; from then on the notice shows the outcome. */
export function leaveSubmission(key: string): void {
  change(key, { attended: false });
}

/** Called after the outcome was shown or no longer matters. */
export function forgetSubmission(key: string): void {
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
  if (end) change(key, { end, confirmation: null });
  return end;
}

function outcomeSource(submission: KeyedSubmission, send: (() => Promise<Attempt>) | null): OutcomeSource {
  const { key, sentAtMs } = submission;
  const userToken = currentSession()?.userToken;
  let doubtSinceMs: number | null = null;
  return {
    send,
    ask: () => askServer(submission),
    pause: async (asked) => {
      doubtSinceMs ??= clock.nowMs();
      change(key, { stage: clock.nowMs() - doubtSinceMs < SLOW_AFTER_MS ? 'asking' : 'slow' });
      await nextAsk(asked);
      return isFollowed(key) && currentSession()?.userToken === userToken;
    },
    ageMs: () => clock.nowMs() - sentAtMs,
  };
}

async function askServer({ kind, key }: KeyedSubmission): Promise<LearnedOutcome | undefined> {
  const options = { query: { key }, timeoutMs: ASK_TIMEOUT_MS };
  if (kind === 'payment') {
    const answer = await call('GET /api/Submission/GetOutcome', options);
    return answer.kind === 'answer' ? noteProgress(key, submissionOutcomeFromWire(answer.body)) : undefined;
  }
  const answer = await call('GET /api/Request/GetOutcome', options);
  return answer.kind === 'answer' ? requestOutcomes[answer.body.Outcome] : undefined;
}

const requestOutcomes: Readonly<Record<RequestOutcome, LearnedOutcome>> = {
  NotReceived: { kind: 'notReceived' },
  InProgress: { kind: 'inProgress', referenceNumber: null },
  Made: { kind: 'made', referenceNumber: null },
  Refused: { kind: 'refused', code: 'Error' },
  Unknown: { kind: 'unknown' },
};

/** Shows the number of a payment under way, or the page on which the customer has to confirm it. */
function noteProgress(key: string, outcome: LearnedOutcome): LearnedOutcome {
  if (outcome.kind === 'inProgress') change(key, { referenceNumber: outcome.referenceNumber });
  const confirmation = outcome.kind === 'confirming' ? { url: outcome.url, minutesLeft: outcome.minutesLeft } : null;
  const known = followed.find(({ submission }) => submission.key === key)?.confirmation;
  // The same page stays in its frame.
  if (known?.url !== confirmation?.url) change(key, { confirmation });
  return outcome;
}

/** Asks what came of the confirmation, or gives the payment up. */
export async function endConfirmation(key: string, giveUp: boolean): Promise<CallResult<unknown>> {
  const ended = await call('POST /api/Submission/EndConfirmation', { body: { Key: key, GiveUp: giveUp } });
  askNow();
  return ended;
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
    return Array.isArray(stored) ? stored.filter(isSubmission) : [];
  } catch {
    return [];
  }
}

/** Another version of this page may have written something else. */
function isSubmission(stored: unknown): stored is KeyedSubmission {
  const { kind, key, customerId, sentAtMs } = (stored ?? {}) as Partial<KeyedSubmission>;
  return [kind, key, customerId].every((part) => typeof part === 'string') && typeof sentAtMs === 'number';
}

function store(submissions: readonly KeyedSubmission[]): void {
  if (submissions.length === 0) sharedStorage.remove(STORAGE_KEY);
  else sharedStorage.set(STORAGE_KEY, JSON.stringify(submissions));
}

/** Calls the watcher after every change, at once. Returns how to stop that. */
export function watchSubmissions(watcher: () => void): () => void {
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

import type { RequestOutcome } from '#common/institution/setup.api.ts';
import { type LearnedOutcome, submissionOutcomeFromWire } from '#common/payments/submission-outcome.wire.ts';
import { call, type CallResult } from './client.ts';
import { clock } from './clock.ts';
import { pollNow, nextPoll } from './next-poll.ts';
import { currentSession } from './session.ts';
import { type Attempt, type OutcomeSource, type SubmissionEnd, untilKnown } from './until-known.ts';
import {
  addFollowed,
  asking,
  isOpen,
  changeFollowed,
  type FollowedSubmission,
  followedSubmissions,
  type KeyedSubmission,
  rememberSubmission,
  type KeyedRequest,
  currentCustomerId,
} from './followed-submissions.ts';

const ASK_TIMEOUT_MS = 10_000;

const SLOW_AFTER_MS = 10_000;

/**
 * Sends a submission and follows it until its outcome is known: asks for lost answers by key with growing pauses, and
 * sends a request that never arrived again. Survives the component that started it; `resumeSubmissions` continues after the
 * page was closed.
 * Returns the outcome; undefined if the session ended first.
 */
export function followSubmission(
  submission: KeyedSubmission,
  send: () => Promise<Attempt>,
): Promise<SubmissionEnd | undefined> {
  rememberSubmission(submission);
  return follow({ ...asking(submission), stage: 'sending', attended: true }, send);
}

/** Called before a request is sent. Its end calls {@link forgetSubmission} or {@link pollOutcome}. */
export function rememberRequest(kind: KeyedRequest['kind'], key: string): KeyedRequest {
  const request = { kind, key, customerId: currentCustomerId(), sentAtMs: clock.nowMs() };
  rememberSubmission(request);
  return request;
}

/** Asks for the outcome of a submission by its key until the shell's notice can show it. */
export function pollOutcome(submission: KeyedSubmission): void {
  if (!isOpen(submission.key)) followOutcome(submission);
}

export function followOutcome(submission: KeyedSubmission): void {
  void follow(asking(submission), null);
}

function isFollowed(key: string): boolean {
  return followedSubmissions().some(({ submission }) => submission.key === key);
}

async function follow(
  started: FollowedSubmission,
  send: (() => Promise<Attempt>) | null,
): Promise<SubmissionEnd | undefined> {
  const { key } = started.submission;
  addFollowed(started);
  const end = await untilKnown(outcomeSource(started.submission, send));
  if (end) changeFollowed(key, { end, confirmation: null });
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
      changeFollowed(key, { stage: clock.nowMs() - doubtSinceMs < SLOW_AFTER_MS ? 'asking' : 'slow' });
      await nextPoll(asked);
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
  if (outcome.kind === 'inProgress') changeFollowed(key, { referenceNumber: outcome.referenceNumber });
  const confirmation = outcome.kind === 'confirming' ? { url: outcome.url, minutesLeft: outcome.minutesLeft } : null;
  const known = followedSubmissions().find(({ submission }) => submission.key === key)?.confirmation;
  // The same page stays in its frame.
  if (known?.url !== confirmation?.url) changeFollowed(key, { confirmation });
  return outcome;
}

/** Asks what came of the confirmation, or gives the payment up. */
export async function endConfirmation(key: string, giveUp: boolean): Promise<CallResult<unknown>> {
  const ended = await call('POST /api/Submission/EndConfirmation', { body: { Key: key, GiveUp: giveUp } });
  pollNow();
  return ended;
}

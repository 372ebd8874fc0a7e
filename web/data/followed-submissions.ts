import { useSyncExternalStore } from 'react';
import { sharedStorage } from './browser-storage.ts';
import { currentSession, onSessionChange } from './session.ts';
import type { SubmissionEnd } from './until-known.ts';

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

let followed: readonly FollowedSubmission[] = [];

const watchers = new Set<() => void>();

export function useFollowedSubmissions(): readonly FollowedSubmission[] {
  return useSyncExternalStore(watchSubmissions, followedSubmissions);
}

export function followedSubmissions(): readonly FollowedSubmission[] {
  return followed;
}

export function currentCustomerId(): string {
  return currentSession()?.customerId ?? '';
}

/** Called when the dialog closes; from then on the notice shows the outcome. */
export function leaveSubmission(key: string): void {
  changeFollowed(key, { attended: false });
}

/** Called after the outcome was shown or no longer matters. */
export function forgetSubmission(key: string): void {
  followed = followed.filter(({ submission }) => submission.key !== key);
  storeSubmissions(storedSubmissions().filter((submission) => submission.key !== key));
  notify();
}

export function isAttended(key: string): boolean {
  return followed.some(({ submission, attended }) => submission.key === key && attended);
}

/** Whether its outcome is still asked for. */
export function isOpen(key: string): boolean {
  return followed.some(({ submission, end }) => submission.key === key && end === null);
}

/** A submission whose answer was lost. */
export function asking(submission: KeyedSubmission): FollowedSubmission {
  return { submission, stage: 'asking', end: null, confirmation: null, referenceNumber: null, attended: false };
}

export function addFollowed(added: FollowedSubmission): void {
  const { key } = added.submission;
  followed = [...followed.filter(({ submission }) => submission.key !== key), added];
  notify();
}

export function changeFollowed(key: string, changes: Partial<FollowedSubmission>): void {
  followed = followed.map((one) => (one.submission.key === key ? { ...one, ...changes } : one));
  notify();
}

/** Stored beyond the tab, so customers learn the outcome when they return. */
export function rememberSubmission(submission: KeyedSubmission): void {
  storeSubmissions([...storedSubmissions().filter(({ key }) => key !== submission.key), submission]);
}

export function storedSubmissions(): readonly KeyedSubmission[] {
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

export function storeSubmissions(submissions: readonly KeyedSubmission[]): void {
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

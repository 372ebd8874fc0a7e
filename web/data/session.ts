import { useSyncExternalStore } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { tabStorage } from './browser-storage.ts';
import { clock } from './clock.ts';
import { dropEarlyCalls } from './early-answers.ts';
import { forgetActivity, lastActivityMs, noteActivity } from './shared-activity.ts';
import { type Session, sessionFromWire } from './session.wire.ts';

/**
 * The reason shown on the sign-in screen. `ended`: the server no longer knows the session. `notKept`: the first call
 * already failed, for example because the browser blocks cookies.
 */
export type SessionEnd = 'signedOut' | 'expired' | 'ended' | 'notKept' | 'unauthorized' | 'noSignOnUrl' | 'closed';

/** This tab, or another one that told this one. */
type Origin = 'here' | 'otherTab';

/**
 * This tab's token, so a reload stays signed in (C-106). Useless without the session cookie; after each reload the
 * server says who it belongs to.
 */
const TOKEN_KEY = 'passbook.token';

/** For the calls that `early.js` makes after a reload. */
const BRANCH_KEY = 'passbook.branch';

let session: Session | null = null;
let isProven = false;
let isRestored = false;
let saidAtMs = 0;
const watchers = new Set<() => void>();
const changeListeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnding) => void>();

export interface SessionEnding {
  readonly reason: SessionEnd;
  readonly session: Session;
  readonly origin: Origin;
}

export function currentSession(): Session | null {
  return session;
}

/** Re-renders when the session changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(watch, currentSession);
}

/** Returns whether the session came from a reload or another tab, not from a sign-in here. */
export function isRestoredSession(): boolean {
  return isRestored;
}

/** Returns when the server last said whose session this is. */
export function sessionSaidAtMs(): number {
  return saidAtMs;
}

/** Returns this tab's token from before a reload. */
export function storedToken(): string | null {
  return tabStorage.get(TOKEN_KEY);
}

/** Returns whether this or another tab may be signed in. */
export function maySessionExist(): boolean {
  return storedToken() !== null || lastActivityMs() !== undefined;
}

export function forgetStoredToken(): void {
  tabStorage.remove(TOKEN_KEY);
  tabStorage.remove(BRANCH_KEY);
  dropEarlyCalls();
}

/** The token of a sign-in with steps left; empty without one. Not stored, so a reload returns to the form. */
let pendingToken = '';

export function holdPendingToken(token: string): void {
  pendingToken = token;
}

/** Returns the value of `UserToken` for calls. */
export function callToken(): string {
  return session?.userToken ?? pendingToken;
}

/** Starts the session of a login response and removes all data of the previous one. */
export function startSession(response: LoginResponse): void {
  isProven = false;
  isRestored = false;
  pendingToken = '';
  keep(response);
  noteActivity();
  announceChange();
  notify();
}

/** Takes over another tab's session. */
export function adoptSession(response: LoginResponse): void {
  resumeSession(response);
  announceChange();
}

/** Continues this tab's session after a reload and keeps its stored data. */
export function resumeSession(response: LoginResponse): void {
  isProven = true;
  isRestored = true;
  keep(response);
  noteActivity();
  notify();
}

/** Records that the server knows the session. */
export function proveSession(): void {
  isProven = true;
}

/** Ends a session the server doesn't know, with the matching message. */
export function endRefusedSession(): void {
  endSession(isProven ? 'ended' : 'notKept');
}

/** Updates the user's data from the server; ignores a late answer about another session. */
export function refreshSession(response: LoginResponse): void {
  if (session?.userToken !== sessionFromWire(response).userToken) return;
  keep(response);
  notify();
}

export function renameInSession(changed: { readonly username: string; readonly emailAddress: string }): void {
  if (!session) return;
  session = { ...session, ...changed, hasEmailAddress: changed.emailAddress !== '' };
  notify();
}

function keep(response: LoginResponse): void {
  session = sessionFromWire(response);
  saidAtMs = clock.nowMs();
  tabStorage.set(TOKEN_KEY, session.userToken);
  tabStorage.set(BRANCH_KEY, session.servicingBranch);
}

/** Clears the session in this tab; the sign-out call does the rest. Does nothing without a session. */
export function endSession(reason: SessionEnd, origin: Origin = 'here'): void {
  forgetStoredToken();
  if (!session) return;
  const ended = session;
  session = null;
  if (origin === 'here') forgetActivity();
  announceChange();
  notify();
  for (const listener of endListeners) listener({ reason, session: ended, origin });
}

/** Calls `listener` whenever a session ends. Returns the unsubscribe function. */
export function onSessionEnd(listener: (end: SessionEnding) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function onSessionChange(listener: () => void): void {
  changeListeners.add(listener);
}

function announceChange(): void {
  for (const listener of changeListeners) listener();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notify(): void {
  for (const watcher of watchers) watcher();
}

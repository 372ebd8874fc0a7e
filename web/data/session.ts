import { useSyncExternalStore } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { tabStorage } from './browser-storage.ts';
import { forgetActivity, lastActivityMs, noteActivity } from './shared-activity.ts';

/** Who is signed in, in this browser (A 3). */
export interface Session {
  readonly userToken: string;
  readonly username: string;
  readonly personalName: string;
  /** Company number 0 is a person. */
  readonly isPersonalUser: boolean;
  readonly customerId: string;
  readonly servicingBranch: string;
  readonly emailAddress: string;
  readonly hasEmailAddress: boolean;
  /** The sign-in before this one; null at the first. */
  readonly lastLoggedIn: string | null;
  readonly lastLoggedInIp: string | null;
}

/**
 * Why the session ended, or nothing could begin; the sign-in screen says it.
 * `ended`: the server no longer knows it. `notKept`: the server did not know it from the
 * first call on, as when the browser takes no cookies.
 */
export type SessionEnd = 'signedOut' | 'expired' | 'ended' | 'notKept' | 'unauthorized' | 'noSignOnUrl' | 'closed';

/** What ended a session: this tab, or another tab of the browser that has told this one. */
type Origin = 'here' | 'otherTab';

/**
 * The token of this tab, so that a reload stays signed in (C-106). It is worth nothing without
 * the session cookie; who it belongs to, the server says anew after each reload.
 */
const TOKEN_KEY = 'passbook.token';

let session: Session | null = null;
let isProven = false;
let isRestored = false;
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

/** The session, current in every render. */
export function useSession(): Session | null {
  return useSyncExternalStore(watch, currentSession);
}

/** Whether the session comes from before a reload or from another tab, not from a sign-in here. */
export function isRestoredSession(): boolean {
  return isRestored;
}

/** The token of this tab from before a reload. */
export function storedToken(): string | null {
  return tabStorage.get(TOKEN_KEY);
}

/** Whether this tab or another one may be signed in, so that it is worth asking. */
export function maySessionExist(): boolean {
  return storedToken() !== null || lastActivityMs() !== undefined;
}

export function forgetStoredToken(): void {
  tabStorage.remove(TOKEN_KEY);
}

/**
 * The token of a sign-in whose follow-up steps are not done yet; empty when there is none.
 * In memory alone: a reload in the middle goes back to the form.
 */
let pendingToken = '';

export function holdPendingToken(token: string): void {
  pendingToken = token;
}

/** What calls send as `UserToken`, if anything. */
export function callToken(): string {
  return session?.userToken ?? pendingToken;
}

/** Starts the session of a login response. Nothing of the session before it, ended or not, is left. */
export function startSession(response: LoginResponse): void {
  isProven = false;
  isRestored = false;
  pendingToken = '';
  keep(response);
  noteActivity();
  announceChange();
  notify();
}

/** Takes over the session that another tab has. */
export function adoptSession(response: LoginResponse): void {
  resumeSession(response);
  announceChange();
}

/** Goes on with the session that this tab had before a reload: what the tab keeps is still its own. */
export function resumeSession(response: LoginResponse): void {
  isProven = true;
  isRestored = true;
  keep(response);
  noteActivity();
  notify();
}

/** Notes that the server knows the session. */
export function proveSession(): void {
  isProven = true;
}

/** The server does not know the session: ends it, with what that means for the customer. */
export function endRefusedSession(): void {
  endSession(isProven ? 'ended' : 'notKept');
}

/** Takes over what the server says of the person; a late answer about another session is ignored. */
export function refreshSession(response: LoginResponse): void {
  if (session?.userToken !== response.UserToken) return;
  keep(response);
  notify();
}

/** Takes over what the person has just changed in the profile. */
export function renameInSession(changed: { readonly username: string; readonly emailAddress: string }): void {
  if (!session) return;
  session = { ...session, ...changed, hasEmailAddress: changed.emailAddress !== '' };
  notify();
}

function keep(response: LoginResponse): void {
  session = {
    userToken: response.UserToken,
    username: response.UserName,
    personalName: response.PersonalName,
    isPersonalUser: response.CompanyNumber === 0,
    customerId: response.CustomerID,
    servicingBranch: response.ServicingBranch,
    emailAddress: response.EmailAddress,
    hasEmailAddress: response.EmailAddress !== '',
    lastLoggedIn: response.LastLoggedIn,
    lastLoggedInIp: response.LastLoggedInIP,
  };
  tabStorage.set(TOKEN_KEY, session.userToken);
}

/** Forgets the session in this tab; the server's part is the sign-out call. Does nothing without one. */
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

/** Calls `listener` whenever a session ends; the answer stops that. */
export function onSessionEnd(listener: (end: SessionEnding) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Registers `listener` for every start and end of a session: what was known about the customer must go. */
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

import { useSyncExternalStore } from 'react';
import type { LoginResponse } from '#common/api/sign-in.api.ts';

/** Who is signed in, in this tab (A 3). */
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

/** Why the session ended, or nothing could begin; the sign-in screen says it. */
export type SessionEnd = 'signedOut' | 'expired' | 'unauthorized' | 'noSignOnUrl' | 'closed';

/**
 * Per tab, so that a reload keeps the tab signed in and closing it forgets
 * everything (C-106). The token is worth nothing without the session cookie.
 */
const STORAGE_KEY = 'passbook.session';

let session = readStored();
let restored = session !== null;
const watchers = new Set<() => void>();
const changeListeners = new Set<() => void>();
const endListeners = new Set<(reason: SessionEnd) => void>();

export function currentSession(): Session | null {
  return session;
}

/** The session, current in every render. */
export function useSession(): Session | null {
  return useSyncExternalStore(watch, currentSession);
}

/** Whether the session comes from before a reload, so that the server may have forgotten it. */
export function isRestoredSession(): boolean {
  return restored;
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
  restored = false;
  session = null;
  pendingToken = '';
  announceChange();
  keep(response);
}

/** Takes over what the server says of the person; a late answer about another session is ignored. */
export function refreshSession(response: LoginResponse): void {
  if (session?.userToken === response.UserToken) keep(response);
}

/** Takes over what the person has just changed in the profile. */
export function renameInSession(changed: { readonly username: string; readonly emailAddress: string }): void {
  if (!session) return;
  store({ ...session, ...changed, hasEmailAddress: changed.emailAddress !== '' });
}

function keep(response: LoginResponse): void {
  store({
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
  });
}

function store(next: Session): void {
  session = next;
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  notify();
}

/** Forgets the session in this tab; the server's part is the sign-out call. Does nothing without one. */
export function endSession(reason: SessionEnd): void {
  sessionStorage.removeItem(STORAGE_KEY);
  if (!session) return;
  session = null;
  announceChange();
  notify();
  for (const listener of endListeners) listener(reason);
}

/** Registers `listener` for every start and end of a session: what was known about the customer must go. */
export function onSessionChange(listener: () => void): void {
  changeListeners.add(listener);
}

function announceChange(): void {
  for (const listener of changeListeners) listener();
}

/** Calls `listener` whenever a session ends; the answer stops that. */
export function onSessionEnd(listener: (reason: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notify(): void {
  for (const watcher of watchers) watcher();
}

function readStored(): Session | null {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  if (stored === null) return null;
  try {
    const value = JSON.parse(stored) as Session;
    if (typeof value.userToken === 'string' && value.userToken !== '') return value;
  } catch {
    // Not ours: falls through to a clean start.
  }
  sessionStorage.removeItem(STORAGE_KEY);
  return null;
}

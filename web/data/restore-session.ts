import { call } from './client.ts';
import { clock } from './clock.ts';
import { adoptSession, currentSession, forgetStoredToken, resumeSession, storedToken } from './session.ts';
import { askTabsForToken } from './session-tabs.ts';
import { forgetActivity, lastActivityMs } from './shared-activity.ts';

/** The session could not be asked for; who is signed in is not known. */
class SessionUnknown extends Error {
  override readonly name = 'SessionUnknown';
}

/** The server ends a session after so much inactivity (C-105): then no tab has one. */
const IDLE_LIMIT_MS = 300_000;

let restoring: Promise<'none' | 'restored' | 'ended'> | null = null;

/**
 * Takes over the session that this tab had before a reload, or that another tab of the browser
 * has. What the tab keeps is only a token, so nothing is shown before the server has said whose it is.
 * @returns `ended` when the session of before the reload is over
 * @throws SessionUnknown when the server does not answer
 */
export function restoreSession(): Promise<'none' | 'restored' | 'ended'> {
  restoring ??= restore().finally(() => {
    restoring = null;
  });
  return restoring;
}

async function restore(): Promise<'none' | 'restored' | 'ended'> {
  const own = storedToken();
  if (own !== null && (await takeOver(own, resumeSession))) return 'restored';
  const other = await findOtherTab();
  if (other !== undefined && (await takeOver(other))) return 'restored';
  return own === null ? 'none' : 'ended';
}

async function findOtherTab(): Promise<string | undefined> {
  const activeMs = lastActivityMs();
  if (activeMs === undefined) return undefined;
  const token = clock.nowMs() - activeMs < IDLE_LIMIT_MS ? await askTabsForToken() : undefined;
  // The browser was closed without a sign-out: the next page need not ask. Unless somebody has signed in here meanwhile.
  if (token === undefined && !currentSession()) forgetActivity();
  return token;
}

/** Makes the session of a token this tab's. @returns false when the server does not know it. */
export async function takeOver(token: string, begin = adoptSession): Promise<boolean> {
  const result = await call('GET /api/Login/Session', { headers: { UserToken: token } });
  if (currentSession()) return true;
  if (result.kind === 'unreachable' || (result.kind === 'refused' && result.status !== 401)) throw new SessionUnknown();
  if (result.kind === 'refused') {
    forgetStoredToken();
    return false;
  }
  begin(result.body);
  return true;
}

import { call } from './client.ts';
import { clock } from './clock.ts';
import { adoptSession, currentSession, forgetStoredToken, resumeSession, storedToken } from './session.ts';
import { askTabsForToken } from './session-tabs.ts';
import { forgetActivity, lastActivityMs } from './shared-activity.ts';

/**
 * The server could not be reached, so it is unknown who is signed in. The cause is the reference of the failure in the
 * server's log, if the server answered at all.
 */
export class SessionUnknown extends Error {
  override readonly name = 'SessionUnknown';
  declare readonly cause?: string;
}

/** The server's idle limit (C-105); after it, no tab has a session. */
const IDLE_LIMIT_MS = 300_000;

let restoring: Promise<'none' | 'restored' | 'ended'> | null = null;

/**
 * Takes over this tab's session from before a reload, or another tab's. Shows nothing until the server has confirmed
 * whose it is, since the tab stores only a token.
 * @returns `ended` if the earlier session is over
 * @throws SessionUnknown if the server doesn't answer
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
  // The browser was closed without signing out, so the next page needn't ask, unless someone signed in meanwhile.
  if (token === undefined && !currentSession()) forgetActivity();
  return token;
}

/** Makes a token's session this tab's. Returns false if the server doesn't know it. */
export async function takeOver(token: string, begin = adoptSession): Promise<boolean> {
  const result = await call('GET /api/Login/Session', { headers: { UserToken: token } });
  if (currentSession()) return true;
  if (result.kind === 'unreachable' || (result.kind === 'refused' && result.status !== 401)) {
    throw new SessionUnknown('', { cause: result.reference });
  }
  if (result.kind === 'refused') {
    forgetStoredToken();
    return false;
  }
  begin(result.body);
  return true;
}

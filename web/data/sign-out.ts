import { call } from './client.ts';
import { isMobileApp } from './device.ts';
import { currentSession, endSession, type SessionEnd } from './session.ts';

const LOGOUT_TIMEOUT_MS = 5_000;

/**
 * Ends the session on the server and then here, even if the call fails. The mobile app doesn't wait for the server (A
 * 4).
 */
export async function signOut(reason: SessionEnd): Promise<void> {
  const session = currentSession();
  if (!session) return;
  const told = call('POST /api/Login/Logout', {
    body: { UserToken: session.userToken },
    timeoutMs: LOGOUT_TIMEOUT_MS,
  });
  try {
    if (!isMobileApp()) await told;
  } finally {
    endSession(reason);
  }
}

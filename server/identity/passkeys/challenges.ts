import type { Queryable } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/crypto/random-tokens.ts';
import { takeCode, upsertCode } from '#server/identity/one-time/one-time-codes.queries.ts';

/** Long enough to find the device; the browser's time-out is the same. */
export const CHALLENGE_MINUTES = 5;

/**
 * Stores a challenge, replacing the subject's last one.
 * @param subject who it is for, such as a session
 */
export function keepChallenge(
  queryable: Queryable,
  subject: string,
  challenge: string,
  at: Temporal.Instant,
): Promise<void> {
  const code = { subjectHash: hashOf(subject), secret: Buffer.from(challenge), minutes: CHALLENGE_MINUTES };
  return upsertCode(queryable, code, at);
}

/** Uses up a challenge, whatever the outcome; a second answer finds nothing. */
export async function takeChallenge(
  queryable: Queryable,
  subject: string,
  at: Temporal.Instant,
): Promise<string | undefined> {
  const taken = await takeCode(queryable, hashOf(subject));
  return taken && Temporal.Instant.compare(taken.expiresAt, at) > 0 ? Buffer.from(taken.secret).toString() : undefined;
}

function hashOf(subject: string): Uint8Array {
  return hashToken(`passkey-challenge:${subject}`);
}

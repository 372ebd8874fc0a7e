import type { Queryable } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/crypto/random-tokens.ts';
import type { PasskeyTables } from './passkey-tables.ts';

/** Long enough to find the device; the browser's time-out is the same. */
export const CHALLENGE_MINUTES = 5;

/**
 * Stores a challenge, replacing the subject's last one.
 * @param subject who it is for, such as a session
 */
export async function keepChallenge(
  queryable: Queryable,
  subject: string,
  challenge: string,
  at: Temporal.Instant,
): Promise<void> {
  const values = { challenge, expires_at: at.add({ minutes: CHALLENGE_MINUTES }).toString() };
  await queryable
    .withTables<PasskeyTables>()
    .insertInto('passkey_challenges')
    .values({ subject_hash: hashToken(subject), ...values })
    .onConflict((conflict) => conflict.column('subject_hash').doUpdateSet(values))
    .execute();
}

/** Uses up a challenge, whatever the outcome; a second answer finds nothing. */
export async function takeChallenge(
  queryable: Queryable,
  subject: string,
  at: Temporal.Instant,
): Promise<string | undefined> {
  const row = await queryable
    .withTables<PasskeyTables>()
    .deleteFrom('passkey_challenges')
    .where('subject_hash', '=', hashToken(subject))
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && Temporal.Instant.compare(row.expires_at, at) > 0 ? row.challenge : undefined;
}

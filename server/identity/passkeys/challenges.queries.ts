import type { Queryable } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/crypto/random-tokens.ts';
import type { PasskeyTables } from './passkey-tables.ts';

/** As long as a person may take to find the device; the browser gives up by then too. */
export const CHALLENGE_MINUTES = 5;

/**
 * Keeps what a device is asked to sign; what the same one was asked before no longer counts.
 * @param subject whom it is given to, such as a session.
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

/** Uses a challenge up, whatever comes of it: of two answers to the same one the second finds nothing. */
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

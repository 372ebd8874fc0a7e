import type { Generated } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';
import type { InstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0032. */
type OneTimeTables = {
  one_time_codes: OneTimeCodesTable;
};

interface OneTimeCodesTable {
  subject_hash: Uint8Array;
  secret: Uint8Array;
  tries: Generated<number>;
  sent_at: InstantColumn;
  expires_at: InstantColumn;
}

export interface StoredCode {
  readonly secret: Uint8Array;
  /** Including this one. */
  readonly tries: number;
  readonly expiresAt: Temporal.Instant;
}

interface NewCode {
  readonly subjectHash: Uint8Array;
  /** The hash of a code that is typed, or a challenge to be signed. */
  readonly secret: Uint8Array;
  readonly minutes: number;
}

/** Replaces the subject's last code. */
export async function upsertCode(
  queryable: Queryable,
  { subjectHash, secret, minutes }: NewCode,
  at: Temporal.Instant,
): Promise<void> {
  const values = { secret, tries: 0, sent_at: at.toString(), expires_at: at.add({ minutes }).toString() };
  await queryable
    .withTables<OneTimeTables>()
    .insertInto('one_time_codes')
    .values({ subject_hash: subjectHash, ...values })
    .onConflict((conflict) => conflict.column('subject_hash').doUpdateSet(values))
    .execute();
}

/** Counts an attempt before the comparison, so parallel guesses can't share one. */
export async function takeCodeTry(queryable: Queryable, subjectHash: Uint8Array): Promise<StoredCode | undefined> {
  const row = await queryable
    .withTables<OneTimeTables>()
    .updateTable('one_time_codes')
    .set((columns) => ({ tries: columns('tries', '+', 1) }))
    .where('subject_hash', '=', subjectHash)
    .returning(['secret', 'tries', 'expires_at'])
    .executeTakeFirst();
  return row && { secret: row.secret, tries: row.tries, expiresAt: row.expires_at };
}

/**
 * Uses up a code, whether or not it has expired.
 * @returns undefined if another request was first
 */
export async function takeCode(
  queryable: Queryable,
  subjectHash: Uint8Array,
): Promise<Omit<StoredCode, 'tries'> | undefined> {
  const row = await queryable
    .withTables<OneTimeTables>()
    .deleteFrom('one_time_codes')
    .where('subject_hash', '=', subjectHash)
    .returning(['secret', 'expires_at'])
    .executeTakeFirst();
  return row && { secret: row.secret, expiresAt: row.expires_at };
}

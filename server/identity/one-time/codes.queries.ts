import { sql } from 'kysely';
import type { Database, Queryable } from '#server/platform/db/database.ts';

export async function upsertCode(
  queryable: Queryable,
  code: {
    readonly subjectHash: Uint8Array;
    readonly codeHash: Uint8Array;
    readonly sentAt: Temporal.Instant;
    readonly expiresAt: Temporal.Instant;
  },
): Promise<void> {
  const values = {
    code_hash: code.codeHash,
    tries: 0,
    sent_at: code.sentAt.toString(),
    expires_at: code.expiresAt.toString(),
  };
  await queryable
    .insertInto('security_codes')
    .values({ subject_hash: code.subjectHash, ...values })
    .onConflict((conflict) => conflict.column('subject_hash').doUpdateSet(values))
    .execute();
}

export interface StoredCode {
  readonly codeHash: Uint8Array;
  /** Including this one. */
  readonly tries: number;
  readonly expiresAt: Temporal.Instant;
}

/** Counts an attempt before the comparison, so parallel guesses can't share one. */
export async function takeCodeTry(database: Database, subjectHash: Uint8Array): Promise<StoredCode | undefined> {
  const { rows } = await sql<{ code_hash: Uint8Array; tries: number; expires_at: Temporal.Instant }>`
    update security_codes set tries = tries + 1 where subject_hash = ${subjectHash}
    returning code_hash, tries, expires_at`.execute(database);
  const [row] = rows;
  return row && { codeHash: row.code_hash, tries: row.tries, expiresAt: row.expires_at };
}

/** @returns false if another request with the right code was first */
export async function deleteCode(queryable: Queryable, subjectHash: Uint8Array): Promise<boolean> {
  const { numDeletedRows } = await queryable
    .deleteFrom('security_codes')
    .where('subject_hash', '=', subjectHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

import type { Queryable } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';
import type { InstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0005. */
type RecoveryTables = {
  recovery_requests: RecoveryRequestsTable;
};

interface RecoveryRequestsTable {
  token_hash: Uint8Array;
  identity_hash: Uint8Array;
  /** Null for an unknown identity. */
  user_id: number | null;
  expires_at: InstantColumn;
}

/** Time to remember a secret answer. */
const LIFE_MINUTES = 15;

export interface RecoveryRequest {
  /** Keyed hash of the entered facts. */
  readonly identityHash: Uint8Array;
  /** Null for an unknown identity. */
  readonly userId: number | null;
}

/** @returns the token that ties the next step to this one */
export async function insertRecovery(
  queryable: Queryable,
  { identityHash, userId }: RecoveryRequest,
  at: Temporal.Instant,
): Promise<string> {
  const token = createToken();
  await queryable
    .withTables<RecoveryTables>()
    .insertInto('recovery_requests')
    .values({
      token_hash: hashToken(token),
      identity_hash: identityHash,
      user_id: userId,
      expires_at: at.add({ minutes: LIFE_MINUTES }).toString(),
    })
    .execute();
  return token;
}

export async function findRecovery(
  queryable: Queryable,
  token: string,
  now: Temporal.Instant,
): Promise<RecoveryRequest | undefined> {
  const row = await queryable
    .withTables<RecoveryTables>()
    .selectFrom('recovery_requests')
    .select(['identity_hash', 'user_id'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { identityHash: row.identity_hash, userId: row.user_id };
}

/** @returns false if another request was first; only one sends a message */
export async function deleteRecovery(queryable: Queryable, token: string): Promise<boolean> {
  const { numDeletedRows } = await queryable
    .withTables<RecoveryTables>()
    .deleteFrom('recovery_requests')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

import type { Queryable } from '#server/platform/db/database.ts';
import { findToken, insertToken } from '#server/identity/one-time/one-time-tokens.queries.ts';

/** Time to remember a secret answer. */
const LIFE_MINUTES = 15;

interface RecoveryRequest {
  /** Keyed hash of the entered facts. */
  readonly identityHash: Uint8Array;
  /** Null for an unknown identity. */
  readonly userId: number | null;
}

export interface OpenRecovery extends RecoveryRequest {
  readonly tokenId: number;
}

/** @returns the token that ties the next step to this one */
export function insertRecovery(
  queryable: Queryable,
  { identityHash, userId }: RecoveryRequest,
  at: Temporal.Instant,
): Promise<string> {
  const details = { identityHash: Buffer.from(identityHash).toString('base64url') };
  return insertToken(queryable, { purpose: 'recovery', userId, details, life: { minutes: LIFE_MINUTES } }, at);
}

export async function findRecovery(
  queryable: Queryable,
  token: string,
  now: Temporal.Instant,
): Promise<OpenRecovery | undefined> {
  const found = await findToken(queryable, 'recovery', token, now);
  const identityHash = found?.details['identityHash'];
  if (!found || identityHash === undefined) return undefined;
  return { tokenId: found.tokenId, identityHash: Buffer.from(identityHash, 'base64url'), userId: found.userId };
}

import { sql } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';

export interface KeyedRequest {
  readonly keyHash: Uint8Array;
  readonly fingerprint: Uint8Array;
}

/** `answer` is undefined while a process works on it. */
export interface KeyedEntry {
  readonly fingerprint: Uint8Array;
  readonly answer: KeyedAnswer | undefined;
  /** False once the process that works on it must have died. */
  readonly isClaimed: boolean;
}

export interface KeyedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Claims a request that is new, expired, or abandoned by a dead process.
 * @returns false if another process has it or it was already answered
 */
export async function claimKeyedRequest(
  queryable: Queryable,
  { keyHash, fingerprint }: KeyedRequest,
  { now, expiresAt, claimSeconds }: ClaimTimes,
): Promise<boolean> {
  const { rows } = await sql`
    insert into keyed_answers as k (key_hash, request_fingerprint, claimed_until, expires_at)
    values (${keyHash}, ${fingerprint}, now() + ${claimSeconds} * interval '1 second', ${expiresAt.toString()})
    on conflict (key_hash) do update set
      request_fingerprint = excluded.request_fingerprint, claimed_until = excluded.claimed_until,
      status = null, answer = null, expires_at = excluded.expires_at
    where k.expires_at <= ${now.toString()}
      or (k.claimed_until < now() and k.request_fingerprint = excluded.request_fingerprint)
    returning key_hash`.execute(queryable);
  return rows.length === 1;
}

interface ClaimTimes {
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly claimSeconds: number;
}

/** @param keyHashes of one key, for each call it may have been sent with */
export async function findKeyedEntry(
  queryable: Queryable,
  keyHashes: readonly Uint8Array[],
): Promise<KeyedEntry | undefined> {
  const { rows } = await sql<KeyedRow>`
    select request_fingerprint as fingerprint, status, answer, coalesce(claimed_until > now(), false) as claimed
    from keyed_answers where key_hash in (${sql.join(keyHashes)})`.execute(queryable);
  const [row] = rows;
  if (!row) return undefined;
  const answer = row.status === null ? undefined : { status: row.status, body: row.answer };
  return { fingerprint: row.fingerprint, answer, isClaimed: row.claimed };
}

interface KeyedRow {
  readonly fingerprint: Uint8Array;
  readonly status: number | null;
  readonly answer: unknown;
  readonly claimed: boolean;
}

export async function saveKeyedAnswer(
  queryable: Queryable,
  keyHash: Uint8Array,
  { status, body }: KeyedAnswer,
): Promise<void> {
  await sql`update keyed_answers set claimed_until = null, status = ${status}, answer = ${JSON.stringify(body)}::jsonb
    where key_hash = ${keyHash}`.execute(queryable);
}

/** The next request with the key starts over. */
export async function releaseKeyedRequest(queryable: Queryable, keyHash: Uint8Array): Promise<void> {
  await sql`delete from keyed_answers where key_hash = ${keyHash} and status is null`.execute(queryable);
}

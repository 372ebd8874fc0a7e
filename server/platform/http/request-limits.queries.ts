import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

/**
 * Returns the subject's requests in the window that began with its first one. A single statement, so concurrent
 * requests get different counts.
 */
export async function countRequest(
  database: Database,
  subjectHash: Uint8Array,
  now: Temporal.Instant,
  windowSeconds: number,
): Promise<number> {
  const windowStart = now.subtract({ seconds: windowSeconds }).toString();
  const { rows } = await sql<{ requests: number }>`
    insert into request_limits as l (subject_hash, window_started_at, requests)
    values (${subjectHash}, ${now.toString()}, 1)
    on conflict (subject_hash) do update set
      requests = case when l.window_started_at < ${windowStart} then 1 else l.requests + 1 end,
      window_started_at = case when l.window_started_at < ${windowStart} then excluded.window_started_at else l.window_started_at end
    returning requests`.execute(database);
  return rows[0]?.requests ?? 0;
}

export async function selectWindowStart(
  database: Database,
  subjectHash: Uint8Array,
): Promise<Temporal.Instant | undefined> {
  const row = await database
    .selectFrom('request_limits')
    .select('window_started_at')
    .where('subject_hash', '=', subjectHash)
    .executeTakeFirst();
  return row?.window_started_at;
}

export async function uncountRequest(database: Database, subjectHash: Uint8Array): Promise<void> {
  await database
    .updateTable('request_limits')
    .set({ requests: sql`greatest(requests - 1, 0)` })
    .where('subject_hash', '=', subjectHash)
    .execute();
}

export async function deleteRequests(database: Database, subjectHash: Uint8Array): Promise<void> {
  await database.deleteFrom('request_limits').where('subject_hash', '=', subjectHash).execute();
}

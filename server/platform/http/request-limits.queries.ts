import { type RawBuilder, sql } from 'kysely';
import { arrayText } from '#server/platform/db/array-text.ts';
import { type Database, type LateRows, type Transaction, writeLate } from '#server/platform/db/database.ts';

/** A window begins with its first request. */
export interface CountedSubject {
  readonly subjectHash: Uint8Array;
  readonly max: number;
  readonly withinSeconds: number;
}

/**
 * Counts a request for each subject in order, up to the first that is over its maximum, and returns the counts. A single
 * statement, so concurrent requests get different counts.
 */
export async function countRequests(
  database: Database,
  subjects: readonly CountedSubject[],
  now: Temporal.Instant,
): Promise<readonly number[]> {
  const counts = subjects.map((subject, index) => {
    const before = subjects[index - 1];
    return countAfter(subject, now, before && { name: nameOf(index - 1), max: before.max });
  });
  const parts = counts.map((count, index) => sql`${sql.ref(nameOf(index))} as (${count})`);
  const answers = counts.map(
    (_, index) => sql`select ${index}::integer as place, requests from ${sql.ref(nameOf(index))}`,
  );
  const { rows } = await sql<{ requests: number }>`
    with ${sql.join(parts)} ${sql.join(answers, sql` union all `)} order by place`.execute(database);
  return rows.map(({ requests }) => requests);
}

function countAfter(
  { subjectHash, withinSeconds }: CountedSubject,
  now: Temporal.Instant,
  before: { readonly name: string; readonly max: number } | undefined,
): RawBuilder<unknown> {
  const windowStart = now.subtract({ seconds: withinSeconds }).toString();
  return sql`
    insert into request_limits as l (subject_hash, window_started_at, requests)
    select ${subjectHash}::bytea, ${now.toString()}::timestamptz, 1
    ${before ? sql`from ${sql.ref(before.name)} where requests <= ${before.max}` : sql``}
    on conflict (subject_hash) do update set
      requests = case when l.window_started_at < ${windowStart} then 1 else l.requests + 1 end,
      window_started_at = case when l.window_started_at < ${windowStart} then excluded.window_started_at else l.window_started_at end
    returning requests`;
}

function nameOf(index: number): string {
  return `counted_${index}`;
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

export async function uncountRequests(database: Database, subjectHashes: readonly Uint8Array[]): Promise<void> {
  await uncounting(subjectHashes).execute(database);
}

/** Done as the transaction ends. */
export function uncountRequestsLate(transaction: Transaction, subjectHashes: readonly Uint8Array[]): void {
  writeLate(transaction, uncounted, subjectHashes);
}

const uncounted: LateRows<readonly Uint8Array[]> = { statementsFor: (rows) => [uncounting(rows.flat())] };

/** Locks the rows in the order in which `countRequests` does, so the two can't deadlock. */
function uncounting(subjectHashes: readonly Uint8Array[]): RawBuilder<unknown> {
  return sql`
    update request_limits set requests = greatest(requests - 1, 0)
    where subject_hash in (
      select subject_hash from request_limits
      join unnest(${arrayText(subjectHashes)}::text::bytea[]) with ordinality as counted (hash, place) on hash = subject_hash
      order by place for update of request_limits
    )`;
}

export async function deleteRequests(database: Database, subjectHash: Uint8Array): Promise<void> {
  await database.deleteFrom('request_limits').where('subject_hash', '=', subjectHash).execute();
}

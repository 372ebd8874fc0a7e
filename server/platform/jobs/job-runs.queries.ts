import { sql } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';

/** The newest run of a job that has ended, in any process. */
export interface JobRun {
  readonly name: string;
  readonly schedule: string;
  readonly endedAt: Temporal.Instant | null;
  readonly failed: boolean;
  /** By the database's clock, as the queue measures; null without a run on record. */
  readonly minutesAgo: number | null;
}

/** Reads the tables of the job queue; empty before the first process with jobs has started. */
export async function listJobRuns(queryable: Queryable): Promise<JobRun[]> {
  const { rows: known } = await sql<{ known: boolean }>`
    select to_regclass('jobs.schedule') is not null and to_regclass('jobs.job') is not null as known`.execute(
    queryable,
  );
  if (!known[0]?.known) return [];
  const { rows } = await sql<JobRun>`
    select s.name, s.cron as schedule, last.completed_on as "endedAt", coalesce(last.state = 'failed', false) as failed,
      floor(extract(epoch from now() - last.completed_on) / 60)::int as "minutesAgo"
    from jobs.schedule s
    left join lateral (
      select completed_on, state::text as state from jobs.job j
      where j.name = s.name and completed_on is not null order by completed_on desc limit 1
    ) last on true
    order by s.name`.execute(queryable);
  return rows;
}

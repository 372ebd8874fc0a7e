import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { withQueryTimeLimit } from './query-time-limit.ts';

/** Returns whether the database answers in time, including the connection. */
export async function answersQueries(database: Database, withinMs: number): Promise<boolean> {
  const answered = withQueryTimeLimit(withinMs, () => sql`select 1`.execute(database)).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(withinMs, false, { ref: false })]);
}

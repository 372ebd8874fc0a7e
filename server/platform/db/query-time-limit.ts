import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';

const limitMs = new AsyncLocalStorage<number>();

/**
 * Limits each statement inside `work`; one that takes longer fails and its connection is closed. For requests; jobs
 * have only PostgreSQL's limit.
 */
export function withQueryTimeLimit<Answer>(milliseconds: number, work: () => Answer): Answer {
  return limitMs.run(milliseconds, work);
}

/** @returns milliseconds, or undefined if not set */
export function currentQueryTimeLimitMs(): number | undefined {
  return limitMs.getStore();
}

/** Returns whether the database answers in time, including the connection. */
export async function answersQueries(database: Database, withinMs: number): Promise<boolean> {
  const answered = withQueryTimeLimit(withinMs, () => sql`select 1`.execute(database)).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(withinMs, false, { ref: false })]);
}

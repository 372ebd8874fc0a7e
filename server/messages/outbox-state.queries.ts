import { sql } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';

export interface OutboxState {
  readonly channel: 'email' | 'text';
  readonly waiting: number;
  /** Tried at least once. */
  readonly failing: number;
  readonly oldestAt: Temporal.Instant | null;
}

export async function readOutboxState(queryable: Queryable): Promise<OutboxState[]> {
  const { rows } = await sql<OutboxState>`
    select channel, count(*)::int as waiting, (count(*) filter (where attempts > 0))::int as failing,
      min(created_at) as "oldestAt"
    from outbox_messages where sent_at is null group by channel order by channel`.execute(queryable);
  return rows;
}

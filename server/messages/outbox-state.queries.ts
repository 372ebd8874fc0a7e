import { sql } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';

export interface OutboxState {
  readonly channel: 'email' | 'text';
  readonly waiting: number;
  /** Tried at least once. */
  readonly failing: number;
  readonly oldestAt: Temporal.Instant | null;
  /** The mail server or text gateway refused these for good. */
  readonly refused: number;
  /** Some attempt failed, and none has succeeded since the oldest such message was written. */
  readonly isStuck: boolean;
}

/** Identifies a message to the person waiting for it. */
interface AwaitedMessage {
  readonly recipient: string;
  /** The text key of its body. */
  readonly kind: string;
}

/**
 * Returns the reference under which the log tells why an earlier message of this kind hasn't left; null if none has
 * failed.
 */
export async function findTrouble(queryable: Queryable, { recipient, kind }: AwaitedMessage): Promise<string | null> {
  const failed = await queryable
    .selectFrom('outbox_messages')
    .select('trouble_reference')
    .where('sent_at', 'is', null)
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('trouble_reference', 'is not', null)
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return failed?.trouble_reference ?? null;
}

/** Sent messages are kept for months, and nothing else asks when the last one left. */
const LATELY = 1_000;

export async function readOutboxState(queryable: Queryable): Promise<OutboxState[]> {
  const { rows } = await sql<OutboxState>`
    select channel, count(*)::int as waiting, (count(*) filter (where attempts > 0))::int as failing,
      (count(*) filter (where refused_for_good))::int as refused,
      min(created_at) as "oldestAt",
      coalesce(min(created_at) filter (where trouble_reference is not null) > coalesce((
        select max(sent_at) from (
          select channel, sent_at from outbox_messages order by message_id desc limit ${LATELY}
        ) lately where lately.channel = unsent.channel
      ), '-infinity'), false) as "isStuck"
    from outbox_messages unsent where sent_at is null group by channel order by channel`.execute(queryable);
  return rows;
}

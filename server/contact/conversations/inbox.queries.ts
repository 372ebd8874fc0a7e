import { sql } from 'kysely';
import type { ConversationState } from '#common/contact/rules/conversation.ts';
import type { Queryable } from '#server/platform/db/database.ts';

export interface InboxItem {
  readonly conversationId: number;
  readonly customerId: string | null;
  readonly writerName: string;
  readonly topic: string;
  readonly subject: string;
  readonly state: ConversationState;
  readonly assignedTo: number | null;
  readonly changedAt: Temporal.Instant;
}

export interface InboxFilter {
  readonly states: readonly ConversationState[];
  readonly topic?: string | undefined;
  /** Null: not assigned. */
  readonly assignedTo?: number | null | undefined;
  /** Words of a message, a subject, a name or a file, or the number of a customer or conversation. */
  readonly find?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A search with more matches is too broad to help. */
const MAX_MATCHES = 1_000;

/** Oldest first; searches and answered or closed conversations, newest first. */
export async function listInbox(queryable: Queryable, filter: InboxFilter): Promise<InboxItem[]> {
  const { states, topic, assignedTo, find, offset, limit } = filter;
  const owesNoAnswer = states.every((state) => state === 'waiting' || state === 'closed');
  const order = owesNoAnswer || find !== undefined ? sql`desc` : sql`asc`;
  const matches =
    find === undefined
      ? sql`true`
      : sql`(conversation_id::text = ${find} or customer_id = ${find}
          or to_tsvector('simple', subject || ' ' || writer_name) @@ websearch_to_tsquery('simple', ${find})
          or conversation_id in (
            select conversation_id from conversation_entries
            where to_tsvector('english', text) @@ websearch_to_tsquery('english', ${find})
            order by entry_id desc limit ${MAX_MATCHES})
          or conversation_id in (
            select conversation_id from documents join conversation_entries using (entry_id)
            where for_message and to_tsvector('simple', translate(display_name, '._-', '   '))
              @@ websearch_to_tsquery('simple', translate(${find}, '._-', '   '))
            order by entry_id desc limit ${MAX_MATCHES}))`;
  const assigned =
    assignedTo === undefined
      ? sql`true`
      : assignedTo === null
        ? sql`assigned_to is null`
        : sql`assigned_to = ${assignedTo}`;
  const { rows } = await sql<InboxItem>`
    select conversation_id as "conversationId", customer_id as "customerId", writer_name as "writerName", topic, subject,
      state, assigned_to as "assignedTo", changed_at as "changedAt"
    from conversations
    where state in (${sql.join(states)}) and (${topic ?? null}::text is null or topic = ${topic ?? null})
      and ${assigned} and ${matches}
    order by changed_at ${order}, conversation_id ${order}
    limit ${limit} offset ${offset}`.execute(queryable);
  return rows;
}

/** A customer's conversations that are not closed, newest first, and how many are. */
export async function listOpenConversationsOf(
  queryable: Queryable,
  customerId: string,
  limit: number,
): Promise<{ readonly open: readonly InboxItem[]; readonly closedCount: number }> {
  const { rows: open } = await sql<InboxItem>`
    select conversation_id as "conversationId", customer_id as "customerId", writer_name as "writerName", topic, subject,
      state, assigned_to as "assignedTo", changed_at as "changedAt"
    from conversations
    where customer_id = ${customerId} and state <> 'closed'
    order by changed_at desc, conversation_id desc limit ${limit}`.execute(queryable);
  const { rows: counted } = await sql<{ readonly closedCount: number }>`
    select count(*)::int as "closedCount" from conversations
    where customer_id = ${customerId} and state = 'closed'`.execute(queryable);
  return { open, closedCount: counted[0]?.closedCount ?? 0 };
}

export type InboxCounts = Readonly<Record<Exclude<ConversationState, 'closed'>, number>>;

/** @param staffId counts only those of one person */
export async function countInbox(queryable: Queryable, staffId?: number): Promise<InboxCounts> {
  const { rows } = await sql<{ state: keyof InboxCounts; count: number }>`
    select state, count(*)::int as count from conversations
    where state <> 'closed' and (${staffId ?? null}::bigint is null or assigned_to = ${staffId ?? null})
    group by state`.execute(queryable);
  const counted = new Map(rows.map(({ state, count }) => [state, count]));
  return { new: counted.get('new') ?? 0, open: counted.get('open') ?? 0, waiting: counted.get('waiting') ?? 0 };
}

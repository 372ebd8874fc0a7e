import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { sql } from 'kysely';

/** A message that left, or waits. */
export interface OutboxMessage {
  readonly messageId: number;
  readonly channel: 'email' | 'text';
  /** The text key of its body. */
  readonly kind: string;
  readonly recipient: string;
  /** Whose address it follows, or at least whose it is. */
  readonly customerId: string | null;
  /** The customer, also if only the login is known. */
  readonly ownerId: string | null;
  readonly userId: number | null;
  readonly subject: string;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
  readonly attempts: number;
  readonly nextAttemptAt: Temporal.Instant;
  /** Of the last attempt, if one failed. */
  readonly troubleReference: string | null;
  readonly refusedForGood: boolean;
  /** Null: written before this was asked. */
  readonly mayResend: boolean | null;
  readonly hasWords: boolean;
}

function select(queryable: Queryable) {
  return queryable
    .selectFrom('outbox_messages')
    .select([
      'message_id as messageId',
      'channel',
      'kind',
      'recipient',
      'customer_id as customerId',
      sql<
        string | null
      >`coalesce(customer_id, (select u.customer_id from users u where u.user_id = outbox_messages.user_id))`.as(
        'ownerId',
      ),
      'user_id as userId',
      'subject',
      'created_at as createdAt',
      'sent_at as sentAt',
      'attempts',
      'next_attempt_at as nextAttemptAt',
      'trouble_reference as troubleReference',
      'refused_for_good as refusedForGood',
      'may_resend as mayResend',
      sql<boolean>`words_sealed is not null`.as('hasWords'),
    ]);
}

export async function listOutboxMessages(
  queryable: Queryable,
  messageIds: readonly number[],
): Promise<OutboxMessage[]> {
  return messageIds.length === 0 ? [] : select(queryable).where('message_id', 'in', messageIds).execute();
}

/** With its sealed words, for one transaction at a time. */
export async function lockOutboxMessage(transaction: Transaction, messageId: number) {
  const row = await select(transaction)
    .select(['occasion', 'reply_to as replyTo', 'body', 'html', 'words_sealed'])
    .where('message_id', '=', messageId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { body, html, words_sealed, ...message } = row;
  return { ...message, words: { body, html, words_sealed } };
}

interface Queued {
  readonly recipient: string;
  /** Of the occasion. */
  readonly prefix: string;
  readonly since: Temporal.Instant;
}

export async function wasQueued(queryable: Queryable, { recipient, prefix, since }: Queued): Promise<boolean> {
  const row = await queryable
    .selectFrom('outbox_messages')
    .select('message_id')
    .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
    .where(sql<boolean>`starts_with(occasion, ${prefix})`)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Messages that could not be sent, those refused for good first. */
export function listUndelivered(queryable: Queryable, limit: number): Promise<OutboxMessage[]> {
  return select(queryable)
    .where('sent_at', 'is', null)
    .where('trouble_reference', 'is not', null)
    .orderBy('refused_for_good', 'desc')
    .orderBy('created_at')
    .orderBy('message_id')
    .limit(limit)
    .execute();
}

/** Keeps a message that has not left from being sent until the transaction ends. */
export function lockUnsent(transaction: Transaction, messageId: number): Promise<OutboxMessage | undefined> {
  return select(transaction)
    .where('message_id', '=', messageId)
    .where('sent_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteUnsent(transaction: Transaction, messageId: number): Promise<void> {
  await transaction
    .deleteFrom('outbox_messages')
    .where('message_id', '=', messageId)
    .where('sent_at', 'is', null)
    .execute();
}

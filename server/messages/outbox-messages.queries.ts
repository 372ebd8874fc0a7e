import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { sql } from 'kysely';

/** A message that left, or waits. */
export interface OutboxMessage {
  readonly messageId: number;
  readonly channel: 'email' | 'text';
  /** The text key of its body. */
  readonly kind: string;
  readonly recipient: string;
  readonly customerId: string | null;
  readonly userId: number | null;
  readonly subject: string;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
  readonly attempts: number;
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
      'user_id as userId',
      'subject',
      'created_at as createdAt',
      'sent_at as sentAt',
      'attempts',
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

/** With its sealed words. */
export async function findOutboxMessage(queryable: Queryable, messageId: number) {
  const row = await select(queryable)
    .select(['occasion', 'reply_to as replyTo', 'body', 'html', 'words_sealed'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { body, html, words_sealed, ...message } = row;
  return { ...message, words: { body, html, words_sealed } };
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

export type DroppedMessage = Pick<OutboxMessage, 'channel' | 'kind' | 'customerId' | 'subject' | 'attempts'>;

/**
 * Gives up a message that was tried in vain. Returns undefined for one that has left, was not tried yet, or is gone:
 * nothing shows that it can't be delivered.
 */
export function dropMessage(transaction: Transaction, messageId: number): Promise<DroppedMessage | undefined> {
  return transaction
    .deleteFrom('outbox_messages')
    .where('message_id', '=', messageId)
    .where('sent_at', 'is', null)
    .where('trouble_reference', 'is not', null)
    .returning(['channel', 'kind', 'customer_id as customerId', 'subject', 'attempts'])
    .executeTakeFirst();
}

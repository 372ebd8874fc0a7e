import { sql } from 'kysely';
import type { Database, Queryable, Transaction } from '#server/platform/db/database.ts';
import { type Addressee, goesOutAnyway, isWantedBy, type Wishes } from '#server/platform/messages/may-send.ts';
import { findPreferences } from '#server/platform/messages/notification-preferences.queries.ts';

export type MessageChannel = 'email' | 'text';

export interface MessageContent {
  /** What it tells and of what, e.g. `receipt-42`: telling it again writes nothing. */
  readonly occasion: string;
  readonly recipient: string;
  readonly subject: string;
  /** Plain words. */
  readonly body: string;
  /** The same in the institution's look; empty of a text message. */
  readonly html: string;
  /** A text message goes to ten digits of a telephone; everything else is mail. */
  readonly channel?: 'text';
  /** Whom an answer to a mail goes to, where that is not its sender. */
  readonly replyTo?: string;
}

/** What `composeMail` and `composeText` make. */
export interface OutgoingMessage extends MessageContent, Addressee {}

export interface WaitingMessage extends MessageContent {
  readonly messageId: number;
  readonly attempts: number;
}

/**
 * Within the transaction of what the message tells: both happen or neither. What
 * the person does not want to be told is not written.
 * @param wishes of the person, where somebody has read them already
 */
export async function enqueueMessage(
  transaction: Transaction,
  message: OutgoingMessage,
  at: Temporal.Instant,
  wishes?: Wishes,
): Promise<void> {
  const { userId, replyTo = '', ...columns } = message;
  const asks = wishes === undefined && userId !== undefined && !goesOutAnyway(message.kind);
  if (!isWantedBy(asks ? await findPreferences(transaction, userId) : wishes, message.kind)) return;
  await transaction
    .insertInto('outbox_messages')
    .values({ ...columns, reply_to: replyTo, created_at: at.toString(), next_attempt_at: at.toString() })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute();
}

/** How long a message stays with the process that took it to send; a process that dies leaves it to the next. */
const TAKEN_SECONDS = 120;

/**
 * Takes messages of a channel whose time has come, oldest first; several processes never take
 * the same. Each try counts, and the next one waits twice as long.
 */
export async function takeWaitingMessages(
  database: Database,
  channel: MessageChannel,
  now: Temporal.Instant,
  limit: number,
): Promise<WaitingMessage[]> {
  const { rows } = await sql<{
    message_id: number;
    occasion: string;
    recipient: string;
    subject: string;
    body: string;
    html: string;
    reply_to: string;
    attempts: number;
  }>`
    update outbox_messages set
      attempts = attempts + 1,
      next_attempt_at = ${now.toString()}::timestamptz
        + make_interval(secs => ${TAKEN_SECONDS}::integer * (2 ^ least(attempts, 8))::integer)
    where message_id in (
      select message_id from outbox_messages
      where sent_at is null and channel = ${channel} and next_attempt_at <= ${now.toString()}::timestamptz
      order by next_attempt_at, message_id
      limit ${limit} for update skip locked)
    returning message_id, occasion, recipient, subject, body, html, reply_to, attempts`.execute(database);
  return rows.map(({ message_id: messageId, reply_to: replyTo, ...message }) => ({ ...message, messageId, replyTo }));
}

/**
 * Links, codes and what else the words say are for the recipient alone.
 * @param keepsWords only where `/dev/outbox` shows them
 */
export async function markSent(
  database: Database,
  messageId: number,
  at: Temporal.Instant,
  keepsWords: boolean,
): Promise<void> {
  await database
    .updateTable('outbox_messages')
    .set({ sent_at: at.toString(), ...(keepsWords ? {} : { body: '', html: '' }) })
    .where('message_id', '=', messageId)
    .execute();
}

export interface ShownMessage extends MessageContent {
  readonly createdAt: Temporal.Instant;
}

/** The newest messages, for `/dev/outbox`. */
export async function listNewestMessages(queryable: Queryable, limit: number): Promise<ShownMessage[]> {
  const rows = await queryable
    .selectFrom('outbox_messages')
    .select(['occasion', 'recipient', 'subject', 'body', 'html', 'created_at'])
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at: createdAt, ...message }) => ({ ...message, createdAt }));
}

import type { MessageContent } from '#server/platform/mail/mailer.ts';
import { sql } from 'kysely';
import type { Database, Queryable, Transaction } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { type Addressee, goesOutAnyway, isWantedBy, type Wishes } from './may-send.ts';
import { findPreferences } from './notification-preferences.queries.ts';

export type MessageChannel = 'email' | 'text';

/** Seals what a message says until it is sent. */
export interface WordsKeeper {
  readonly cipher: FieldCipher;
}

/** What `composeMail` and `composeText` make. */
export interface OutgoingMessage extends MessageContent, Addressee {
  /** How long the code or link in it works; a message that was not sent by then is dropped. */
  readonly usefulMinutes?: number | undefined;
}

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
  { cipher }: WordsKeeper,
  transaction: Transaction,
  message: OutgoingMessage,
  at: Temporal.Instant,
  wishes?: Wishes,
): Promise<void> {
  const { userId, replyTo = '', body, html, usefulMinutes, ...columns } = message;
  const asks = wishes === undefined && userId !== undefined && !goesOutAnyway(message.kind);
  if (!isWantedBy(asks ? await findPreferences(transaction, userId) : wishes, message.kind)) return;
  await transaction
    .insertInto('outbox_messages')
    .values({
      ...columns,
      words_sealed: sealWords(cipher, message.occasion, { body, html }),
      expires_at: usefulMinutes === undefined ? null : at.add({ minutes: usefulMinutes }).toString(),
      reply_to: replyTo,
      created_at: at.toString(),
      next_attempt_at: at.toString(),
    })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute();
}

interface Words {
  readonly body: string;
  readonly html: string;
}

interface KeptWords extends Words {
  readonly occasion: string;
  readonly words_sealed: Uint8Array | null;
}

function sealWords(cipher: FieldCipher, occasion: string, words: Words): Uint8Array {
  return cipher.encrypt(JSON.stringify(words), identityOf(occasion));
}

/** Messages from before they were sealed, and sent ones, have their words, or none, beside. */
function openWords({ cipher }: WordsKeeper, { occasion, body, html, words_sealed: sealed }: KeptWords): Words {
  return sealed === null ? { body, html } : (JSON.parse(cipher.decrypt(sealed, identityOf(occasion))) as Words);
}

function identityOf(occasion: string): string {
  return `outbox-message:${occasion}`;
}

/** How long a message stays with the process that took it to send; a process that dies leaves it to the next. */
const TAKEN_SECONDS = 120;

/**
 * Takes messages of a channel whose time has come, oldest first; several processes never take
 * the same. Each try counts, and the next one waits twice as long.
 */
export async function takeWaitingMessages(
  { database, cipher }: WordsKeeper & { readonly database: Database },
  channel: MessageChannel,
  now: Temporal.Instant,
  limit: number,
): Promise<WaitingMessage[]> {
  const { rows } = await sql<
    KeptWords & {
      message_id: number;
      recipient: string;
      subject: string;
      reply_to: string;
      attempts: number;
    }
  >`
    update outbox_messages set
      attempts = attempts + 1,
      next_attempt_at = ${now.toString()}::timestamptz
        + make_interval(secs => ${TAKEN_SECONDS}::integer * (2 ^ least(attempts, 8))::integer)
    where message_id in (
      select message_id from outbox_messages
      where sent_at is null and channel = ${channel} and next_attempt_at <= ${now.toString()}::timestamptz
        and (expires_at is null or expires_at > ${now.toString()}::timestamptz)
      order by next_attempt_at, message_id
      limit ${limit} for update skip locked)
    returning message_id, occasion, recipient, subject, body, html, words_sealed, reply_to, attempts`.execute(database);
  return rows.map(({ message_id: messageId, occasion, recipient, subject, reply_to: replyTo, attempts, ...kept }) => ({
    messageId,
    occasion,
    recipient,
    subject,
    replyTo,
    attempts,
    ...openWords({ cipher }, { occasion, ...kept }),
  }));
}

/** Deletes messages whose code or link works no longer; nobody is sent them any more. */
export async function dropExpiredMessages(database: Database, now: Temporal.Instant): Promise<void> {
  await database.deleteFrom('outbox_messages').where('sent_at', 'is', null).where('expires_at', '<=', now).execute();
}

/**
 * Deletes what was sent: links, codes and the rest of it are for the recipient alone.
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
    .set({ sent_at: at.toString(), ...(keepsWords ? {} : { body: '', html: '', words_sealed: null }) })
    .where('message_id', '=', messageId)
    .execute();
}

export interface ShownMessage extends MessageContent {
  readonly createdAt: Temporal.Instant;
}

/** The newest messages, for `/dev/outbox`. */
export async function listNewestMessages(
  { database, cipher }: WordsKeeper & { readonly database: Queryable },
  limit: number,
): Promise<ShownMessage[]> {
  const rows = await database
    .selectFrom('outbox_messages')
    .select(['occasion', 'recipient', 'subject', 'body', 'html', 'words_sealed', 'created_at'])
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at: createdAt, occasion, recipient, subject, ...kept }) => ({
    occasion,
    recipient,
    subject,
    createdAt,
    ...openWords({ cipher }, { occasion, ...kept }),
  }));
}

import type { MessageContent } from '#server/platform/mail/mailer.ts';
import { type Insertable, sql } from 'kysely';
import {
  type Database,
  type LateRows,
  type Queryable,
  type Transaction,
  writeLate,
} from '#server/platform/db/database.ts';
import type { OutboxMessagesTable } from '#server/platform/db/tables.ts';
import { insertMany } from '#server/platform/db/insert-many.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { type Addressee, goesOutAnyway, isWantedBy, type Wishes } from './may-send.ts';
import { kindsAtTheirAddress } from './message-catalog.ts';
import { findPreferences } from './notification-preferences.queries.ts';

export type MessageChannel = 'email' | 'text';

/** Seals a message's text until it is sent. */
export interface WordsKeeper {
  readonly cipher: FieldCipher;
}

/** Built by `composeMail` and `composeText`. */
export interface OutgoingMessage extends MessageContent, Addressee {
  /** How long its code or link works; if it wasn't sent by then, it is dropped. */
  readonly usefulMinutes?: number | undefined;
  /** Whose it is. It follows them to a new address while it waits, unless it is for the one it was written to. */
  readonly customerId?: string | undefined;
  /** False for codes, links that let someone in, and texts: their words are deleted once they have left. */
  readonly mayResend?: boolean | undefined;
}

export interface WaitingMessage extends MessageContent {
  readonly messageId: number;
  readonly attempts: number;
}

/**
 * Queues a message in the transaction of its event. Leaves out messages the user has turned off.
 * @param wishes the user's preferences, if already read
 */
export async function enqueueMessage(
  { cipher }: WordsKeeper,
  transaction: Transaction,
  message: OutgoingMessage,
  at: Temporal.Instant,
  wishes?: Wishes,
): Promise<void> {
  const {
    userId,
    customerId,
    replyTo = '',
    body,
    html,
    usefulMinutes,
    mayResend,
    channel = 'email',
    ...columns
  } = message;
  const asks = wishes === undefined && userId !== undefined && !goesOutAnyway(message.kind);
  if (!isWantedBy(asks ? await findPreferences(transaction, userId) : wishes, message.kind)) return;
  writeLate(transaction, newMessages, {
    ...columns,
    channel,
    customer_id: customerId ?? null,
    user_id: userId ?? null,
    may_resend: mayResend ?? false,
    words_sealed: sealWords(cipher, message.occasion, { body, html }),
    expires_at: usefulMinutes === undefined ? null : at.add({ minutes: usefulMinutes }).toString(),
    reply_to: replyTo,
    created_at: at.toString(),
    next_attempt_at: at.toString(),
  });
}

const messageColumns = {
  kind: 'text',
  channel: 'text',
  occasion: 'text',
  recipient: 'text',
  customer_id: 'text',
  user_id: 'bigint',
  may_resend: 'boolean',
  subject: 'text',
  words_sealed: 'bytea',
  expires_at: 'timestamptz',
  reply_to: 'text',
  created_at: 'timestamptz',
  next_attempt_at: 'timestamptz',
};

type NewMessage = Pick<Insertable<OutboxMessagesTable>, keyof typeof messageColumns>;

const newMessages: LateRows<NewMessage> = {
  statementsFor: (rows) => [
    sql`${insertMany('outbox_messages', messageColumns, rows)} on conflict (occasion) do nothing`,
  ],
};

/** Sends what waits for a customer to their new address, except what is meant for the one it was written to. */
export async function redirectWaitingMessages(
  transaction: Transaction,
  customerId: string,
  recipient: string,
): Promise<void> {
  await transaction
    .updateTable('outbox_messages')
    .set({ recipient, refused_for_good: false })
    .where('customer_id', '=', customerId)
    .where('kind', 'not in', kindsAtTheirAddress)
    .where('channel', '=', 'email')
    .where('sent_at', 'is', null)
    .execute();
}

export interface Words {
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

/** Old messages have unsealed text, and sent ones may have none. */
export function openWords({ cipher }: WordsKeeper, { occasion, body, html, words_sealed: sealed }: KeptWords): Words {
  return sealed === null ? { body, html } : (JSON.parse(cipher.decrypt(sealed, identityOf(occasion))) as Words);
}

function identityOf(occasion: string): string {
  return `outbox-message:${occasion}`;
}

/** How long a process may hold a message before another one may send it. */
const TAKEN_SECONDS = 120;

/** Someone waits at a screen for a message whose code or link works no longer than this. */
const AWAITED_MINUTES = 30;
const RETRY_AWAITED_SECONDS = 12;

/**
 * Claims the messages of a channel that were due at `due`, oldest first; parallel processes get different ones. Each attempt doubles the wait
 * for the next, except for an awaited message ({@link markFailed}).
 */
export async function takeWaitingMessages(
  { database, cipher }: WordsKeeper & { readonly database: Database },
  channel: MessageChannel,
  { due, now, limit }: { readonly due: Temporal.Instant; readonly now: Temporal.Instant; readonly limit: number },
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
      refused_for_good = false,
      next_attempt_at = ${now.toString()}::timestamptz
        + make_interval(secs => ${TAKEN_SECONDS}::integer * (2 ^ least(attempts, 8))::integer)
    where message_id in (
      select message_id from outbox_messages
      where sent_at is null and channel = ${channel} and next_attempt_at <= ${due.toString()}::timestamptz
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

/** Returns whether a process that took an unsent message may still be sending it. */
export function mayBeHeld(
  { attempts, nextAttemptAt }: { readonly attempts: number; readonly nextAttemptAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  if (attempts === 0) return false;
  const takenAt = nextAttemptAt.subtract({ seconds: TAKEN_SECONDS * 2 ** Math.min(attempts - 1, 8) });
  return Temporal.Instant.compare(takenAt.add({ seconds: TAKEN_SECONDS }), now) > 0;
}

/** Returns whether {@link takeWaitingMessages} would find something. */
export async function hasWaitingMessages(
  database: Database,
  channel: MessageChannel,
  now: Temporal.Instant,
): Promise<boolean> {
  const waiting = await database
    .selectFrom('outbox_messages')
    .select('message_id')
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where('channel', '=', channel)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

export async function dropExpiredMessages(database: Database, now: Temporal.Instant): Promise<void> {
  await database.deleteFrom('outbox_messages').where('sent_at', 'is', null).where('expires_at', '<=', now).execute();
}

/**
 * Deletes the content of sent messages, since links and codes are only for the recipient. What may be sent again keeps
 * it for a while (retention.queries.ts).
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
    .set({
      sent_at: at.toString(),
      refused_for_good: false,
      ...(keepsWords ? {} : { body: '', html: '', words_sealed: sql`case when may_resend then words_sealed end` }),
    })
    .where('message_id', '=', messageId)
    .execute();
}

/**
 * An awaited message is tried again soon, as long as its code or link works.
 * @param reference names the failure in the log
 * @param at null if it was refused for good: soon would be no better
 */
export async function markFailed(
  database: Database,
  messageId: number,
  reference: string,
  at: Temporal.Instant | null,
): Promise<void> {
  const soon = at?.add({ seconds: RETRY_AWAITED_SECONDS }).toString() ?? null;
  await sql`
    update outbox_messages set
      trouble_reference = ${reference},
      refused_for_good = ${at === null}::boolean,
      next_attempt_at = case when expires_at <= created_at + make_interval(mins => ${AWAITED_MINUTES}::integer)
        then coalesce(${soon}::timestamptz, next_attempt_at) else next_attempt_at end
    where message_id = ${messageId}`.execute(database);
}

export interface ShownMessage extends MessageContent {
  readonly createdAt: Temporal.Instant;
}

/** For `/dev/outbox`, newest first. */
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

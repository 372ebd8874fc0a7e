import type { ConversationState } from '#common/contact/rules/conversation.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { ConversationTables, EntryKind } from './conversation-tables.ts';

export interface Conversation {
  readonly conversationId: number;
  readonly customerId: string | null;
  readonly writerName: string;
  readonly writerEmail: string;
  readonly topic: string;
  readonly subject: string;
  readonly state: ConversationState;
  readonly assignedTo: number | null;
  readonly beganAt: Temporal.Instant;
  readonly changedAt: Temporal.Instant;
  readonly firstAnsweredAt: Temporal.Instant | null;
  readonly seenEntryId: number;
}

const columns = [
  'conversation_id as conversationId',
  'customer_id as customerId',
  'writer_name as writerName',
  'writer_email as writerEmail',
  'topic',
  'subject',
  'state',
  'assigned_to as assignedTo',
  'began_at as beganAt',
  'changed_at as changedAt',
  'first_answered_at as firstAnsweredAt',
  'seen_entry_id as seenEntryId',
] as const;

export interface Entry {
  readonly entryId: number;
  readonly conversationId: number;
  readonly kind: EntryKind;
  readonly userId: number | null;
  readonly staffId: number | null;
  readonly text: string;
  readonly contactMessageId: number | null;
  readonly writtenAt: Temporal.Instant;
}

export type NewConversation = Pick<
  Conversation,
  'customerId' | 'writerName' | 'writerEmail' | 'topic' | 'subject' | 'state' | 'assignedTo'
>;

export async function insertConversation(
  transaction: Transaction,
  conversation: NewConversation,
  at: Temporal.Instant,
): Promise<number> {
  const { conversation_id: conversationId } = await transaction
    .withTables<ConversationTables>()
    .insertInto('conversations')
    .values({
      customer_id: conversation.customerId,
      writer_name: conversation.writerName,
      writer_email: conversation.writerEmail,
      topic: conversation.topic,
      subject: conversation.subject,
      state: conversation.state,
      assigned_to: conversation.assignedTo,
      began_at: at.toString(),
      changed_at: at.toString(),
      first_answered_at: null,
    })
    .returning('conversation_id')
    .executeTakeFirstOrThrow();
  return conversationId;
}

export type NewEntry = Omit<Entry, 'entryId' | 'writtenAt'>;

export async function insertEntry(transaction: Transaction, entry: NewEntry, at: Temporal.Instant): Promise<number> {
  const { entry_id: entryId } = await transaction
    .withTables<ConversationTables>()
    .insertInto('conversation_entries')
    .values({
      conversation_id: entry.conversationId,
      kind: entry.kind,
      user_id: entry.userId,
      staff_id: entry.staffId,
      text: entry.text,
      contact_message_id: entry.contactMessageId,
      written_at: at.toString(),
    })
    .returning('entry_id')
    .executeTakeFirstOrThrow();
  return entryId;
}

export function findConversation(queryable: Queryable, conversationId: number): Promise<Conversation | undefined> {
  return queryable
    .withTables<ConversationTables>()
    .selectFrom('conversations')
    .select(columns)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** Locks it, so its state follows from the message written last. */
export function lockConversation(transaction: Transaction, conversationId: number): Promise<Conversation | undefined> {
  return transaction
    .withTables<ConversationTables>()
    .selectFrom('conversations')
    .select(columns)
    .where('conversation_id', '=', conversationId)
    .forUpdate()
    .executeTakeFirst();
}

export interface ConversationChange {
  readonly state?: ConversationState;
  readonly assignedTo?: number | null;
  readonly topic?: string;
  readonly changedAt?: Temporal.Instant;
  readonly firstAnsweredAt?: Temporal.Instant;
  readonly seenEntryId?: number;
}

export async function updateConversation(
  transaction: Transaction,
  conversationId: number,
  change: ConversationChange,
): Promise<void> {
  const { state, assignedTo, topic, changedAt, firstAnsweredAt, seenEntryId } = change;
  await transaction
    .withTables<ConversationTables>()
    .updateTable('conversations')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(assignedTo === undefined ? {} : { assigned_to: assignedTo }),
      ...(topic === undefined ? {} : { topic }),
      ...(changedAt === undefined ? {} : { changed_at: changedAt.toString() }),
      ...(firstAnsweredAt === undefined ? {} : { first_answered_at: firstAnsweredAt.toString() }),
      ...(seenEntryId === undefined ? {} : { seen_entry_id: seenEntryId }),
    })
    .where('conversation_id', '=', conversationId)
    .execute();
}

export function findEntry(
  queryable: Queryable,
  entryId: number,
): Promise<Pick<Entry, 'conversationId' | 'text'> | undefined> {
  return queryable
    .withTables<ConversationTables>()
    .selectFrom('conversation_entries')
    .select(['conversation_id as conversationId', 'text'])
    .where('entry_id', '=', entryId)
    .executeTakeFirst();
}

/** Oldest first. */
export function listEntries(queryable: Queryable, conversationId: number, limit: number): Promise<Entry[]> {
  return queryable
    .withTables<ConversationTables>()
    .selectFrom('conversation_entries')
    .select([
      'entry_id as entryId',
      'conversation_id as conversationId',
      'kind',
      'user_id as userId',
      'staff_id as staffId',
      'text',
      'contact_message_id as contactMessageId',
      'written_at as writtenAt',
    ])
    .where('conversation_id', '=', conversationId)
    .orderBy('entry_id')
    .limit(limit)
    .execute();
}

/** Returns the newest entry that both sides see; 0 for a conversation with notes alone. */
export async function findLastMessageId(queryable: Queryable, conversationId: number): Promise<number> {
  const row = await queryable
    .withTables<ConversationTables>()
    .selectFrom('conversation_entries')
    .select('entry_id as entryId')
    .where('conversation_id', '=', conversationId)
    .where('kind', '<>', 'note')
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.entryId ?? 0;
}

export interface CustomersConversation extends Conversation {
  readonly lastAnswerId: number | null;
}

function selectOf(queryable: Queryable, customerId: string) {
  return queryable
    .withTables<ConversationTables>()
    .selectFrom('conversations as c')
    .select(columns)
    .select((select) =>
      select
        .selectFrom('conversation_entries as e')
        .select(({ fn }) => fn.max('e.entry_id').as('last'))
        .whereRef('e.conversation_id', '=', 'c.conversation_id')
        .where('e.kind', '=', 'staff')
        .as('lastAnswerId'),
    )
    .where('customer_id', '=', customerId);
}

/** A customer's conversations, newest first. */
export function listConversationsOf(
  queryable: Queryable,
  customerId: string,
  limit: number,
): Promise<CustomersConversation[]> {
  return selectOf(queryable, customerId)
    .orderBy('changed_at', 'desc')
    .orderBy('conversation_id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns undefined for another customer's. */
export function findConversationOf(
  queryable: Queryable,
  customerId: string,
  conversationId: number,
): Promise<CustomersConversation | undefined> {
  return selectOf(queryable, customerId).where('conversation_id', '=', conversationId).executeTakeFirst();
}

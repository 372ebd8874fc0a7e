import type { Generated, GeneratedAlways } from 'kysely';
import type { ConversationState } from '#common/contact/rules/conversation.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0040. */
export type ConversationTables = {
  conversations: ConversationsTable;
  conversation_entries: ConversationEntriesTable;
};

interface ConversationsTable {
  conversation_id: GeneratedAlways<number>;
  /** Null for a visitor. */
  customer_id: string | null;
  writer_name: string;
  writer_email: string;
  topic: string;
  subject: string;
  state: ConversationState;
  assigned_to: number | null;
  began_at: InstantColumn;
  changed_at: InstantColumn;
  first_answered_at: NullableInstantColumn;
  seen_entry_id: Generated<number>;
}

export type EntryKind = 'customer' | 'staff' | 'note';

interface ConversationEntriesTable {
  entry_id: GeneratedAlways<number>;
  conversation_id: number;
  kind: EntryKind;
  user_id: number | null;
  staff_id: number | null;
  text: string;
  contact_message_id: number | null;
  written_at: InstantColumn;
}

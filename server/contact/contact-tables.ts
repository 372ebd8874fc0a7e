import type { GeneratedAlways } from 'kysely';
import type { AnswerType, MessageType } from '#common/contact/rules/validate-message.ts';
import type { InstantColumn } from '#server/platform/db/instants.ts';

export type ContactTables = {
  contact_messages: ContactMessagesTable;
  used_captchas: UsedCaptchasTable;
};

interface ContactMessagesTable {
  message_id: GeneratedAlways<number>;
  message_type: MessageType;
  /** Set for a signed-in customer. */
  user_id: number | null;
  name: string;
  email_address: string;
  branch: string;
  subject: string;
  message: string;
  answer_type: AnswerType | null;
  reason: number | null;
  user_agent: string;
  ip_address: string;
  received_at: InstantColumn;
}

interface UsedCaptchasTable {
  signature: Uint8Array;
  expires_at: InstantColumn;
}

import type { AnswerType, MessageType } from '#common/contact/rules/validate-message.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { ContactTables } from './contact-tables.ts';

export interface ReceivedMessage {
  readonly type: MessageType;
  readonly userId: number | null;
  readonly name: string;
  readonly emailAddress: string;
  readonly branch: string;
  readonly subject: string;
  readonly message: string;
  readonly answerType: AnswerType | null;
  readonly reason: number | null;
  readonly userAgent: string;
  readonly ipAddress: string;
}

export async function insertMessage(
  transaction: Transaction,
  message: ReceivedMessage,
  at: Temporal.Instant,
): Promise<number> {
  const { message_id: messageId } = await transaction
    .withTables<ContactTables>()
    .insertInto('contact_messages')
    .values({
      message_type: message.type,
      user_id: message.userId,
      name: message.name,
      email_address: message.emailAddress,
      branch: message.branch,
      subject: message.subject,
      message: message.message,
      answer_type: message.answerType,
      reason: message.reason,
      user_agent: message.userAgent,
      ip_address: message.ipAddress,
      received_at: at.toString(),
    })
    .returning('message_id')
    .executeTakeFirstOrThrow();
  return messageId;
}

/** Returns true only for the first use, also among parallel ones. */
export async function markCaptchaUsed(
  transaction: Transaction,
  captcha: { readonly signature: Uint8Array; readonly expiresAt: Temporal.Instant },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .withTables<ContactTables>()
    .insertInto('used_captchas')
    .values({ signature: captcha.signature, expires_at: captcha.expiresAt.toString() })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

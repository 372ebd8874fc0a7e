import type { conversationsApi, ConversationSummary } from '#common/contact/conversations.api.ts';
import { maxAttachments } from '#common/contact/rules/conversation.ts';
import { noErrors } from '#common/contract/answers.ts';
import { listAttachments } from '#server/documents/attachments.queries.ts';
import { takeAttachment } from '#server/documents/store-document.command.ts';
import { viewAttachment } from '#server/documents/view-document.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { type Handlers, ok, type Session } from '#server/platform/http/endpoint.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Services } from '#server/services.ts';
import {
  type CustomersConversation,
  findConversationOf,
  findLastMessageId,
  listConversationsOf,
  listEntries,
  updateConversation,
} from './conversations.queries.ts';
import { beginAsCustomer, replyAsCustomer } from './write-message.command.ts';

const CONVERSATIONS_SHOWN = 200;
const ENTRIES_SHOWN = 500;

/** Limited, because staff read each message. */
const MESSAGES = { max: 20, withinSeconds: 3_600 };

const ofMessage = { kind: 'message', staffId: null } as const;

export const conversationsHandlers: Handlers<typeof conversationsApi> = {
  'GET /api/Conversations': async ({ session, services }) => {
    const conversations = await listConversationsOf(services.database, session.customerId, CONVERSATIONS_SHOWN);
    return ok({ conversations: conversations.map(toSummary) });
  },

  'GET /api/Conversations/Read': async ({ query: { conversationId }, session, services: { database } }) => {
    const conversation = await findConversationOf(database, session.customerId, conversationId);
    if (!conversation) throw new Refusal(404, 'NotFound');
    const entries = await listEntries(database, conversationId, ENTRIES_SHOWN);
    const messages = entries.filter(({ kind }) => kind !== 'note');
    const attachments = await listAttachments(
      database,
      messages.map(({ entryId }) => entryId),
    );
    return ok({
      ...toSummary(conversation),
      entries: messages.map(({ entryId, kind, text, writtenAt }) => ({
        place: entryId,
        fromUs: kind === 'staff',
        text,
        at: writtenAt.toString(),
        attachments: attachments
          .filter((attachment) => attachment.entryId === entryId)
          .map(({ documentId: fileId, name, format, bytes }) => ({ fileId, name, format, bytes })),
      })),
    });
  },

  'POST /api/Conversations/MarkRead': async ({ body: { conversationId }, session, services }) => {
    await inTransaction(services.database, async (transaction) => {
      await assertOwned(transaction, session, conversationId);
      const seenEntryId = await findLastMessageId(transaction, conversationId);
      await updateConversation(transaction, conversationId, { seenEntryId });
    });
    return ok(noErrors);
  },

  'POST /api/Conversations/Begin': async ({ body, session, services, saveAnswer }) => {
    const { topic, subject, text } = body;
    const isKnown = services.institution.options['messageOptions.topics'].includes(topic);
    if (!isKnown || isBlank(subject) || isBlank(text)) throw new Refusal(400, 'InvalidInput');
    const fileIds = filesOf(services, body);
    await limit(services, session);
    const begun = { topic, subject: subject.trim(), text: text.trim(), fileIds };
    await beginAsCustomer(services, session, begun, (transaction) => saveAnswer(transaction, noErrors));
    return ok(noErrors);
  },

  'POST /api/Conversations/Reply': async ({ body, session, services, saveAnswer }) => {
    const { conversationId, text } = body;
    await assertOwned(services.database, session, conversationId);
    if (isBlank(text)) throw new Refusal(400, 'InvalidInput');
    const fileIds = filesOf(services, body);
    await limit(services, session);
    const written = { text: text.trim(), fileIds };
    await replyAsCustomer(services, session, conversationId, written, (transaction) =>
      saveAnswer(transaction, noErrors),
    );
    return ok(noErrors);
  },

  'POST /api/Conversations/Attach': async ({ body: { file }, session, services }) =>
    ok({ ...noErrors, fileId: await takeAttachment(services, session, { place: ofMessage, fileType: '', file }) }),

  'GET /api/Conversations/Attachment': async ({ query: { fileId }, session, services }) =>
    ok(await viewAttachment(services, session, fileId)),
};

/** @throws Refusal with the same answer for another customer's conversation as for an unknown one */
async function assertOwned(queryable: Transaction | Services['database'], session: Session, conversationId: number) {
  const conversation = await findConversationOf(queryable, session.customerId, conversationId);
  if (!conversation) throw new Refusal(404, 'NotFound');
}

function limit(services: Services, { userId }: Session): Promise<void> {
  return limitRequests(services, `conversations:${userId}`, MESSAGES);
}

/** @throws Refusal for more than the institution lets a message have, none where attachments are off */
function filesOf({ institution }: Services, { fileIds }: { readonly fileIds: readonly string[] }): string[] {
  const files = [...new Set(fileIds)];
  if (files.length > maxAttachments(institution.options)) throw new Refusal(400, 'InvalidInput');
  return files;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function toSummary(conversation: CustomersConversation): ConversationSummary {
  const { conversationId, subject, topic, state, lastAnswerId, seenEntryId, changedAt } = conversation;
  return {
    conversationId,
    subject,
    topic,
    closed: state === 'closed',
    unread: lastAnswerId !== null && lastAnswerId > seenEntryId,
    changedAt: changedAt.toString(),
  };
}

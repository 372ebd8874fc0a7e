import type { conversationsApi, ConversationSummary } from '#common/contact/conversations.api.ts';
import { noErrors } from '#common/contract/answers.ts';
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
    return ok({
      ...toSummary(conversation),
      entries: messages.map(({ entryId, kind, text, writtenAt }) => ({
        place: entryId,
        fromUs: kind === 'staff',
        text,
        at: writtenAt.toString(),
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

  'POST /api/Conversations/Begin': async ({ body: { topic, subject, text }, session, services }) => {
    const isKnown = services.institution.options['messageOptions.topics'].includes(topic);
    if (!isKnown || isBlank(subject) || isBlank(text)) throw new Refusal(400, 'InvalidInput');
    await limit(services, session);
    await beginAsCustomer(services, session, { topic, subject: subject.trim(), text: text.trim() });
    return ok(noErrors);
  },

  'POST /api/Conversations/Reply': async ({ body: { conversationId, text }, session, services }) => {
    await assertOwned(services.database, session, conversationId);
    if (isBlank(text)) throw new Refusal(400, 'InvalidInput');
    await limit(services, session);
    await replyAsCustomer(services, session, conversationId, text.trim());
    return ok(noErrors);
  },
};

/** @throws Refusal with the same answer for another customer's conversation as for an unknown one */
async function assertOwned(queryable: Transaction | Services['database'], session: Session, conversationId: number) {
  const conversation = await findConversationOf(queryable, session.customerId, conversationId);
  if (!conversation) throw new Refusal(404, 'NotFound');
}

function limit(services: Services, { userId }: Session): Promise<void> {
  return limitRequests(services, `conversations:${userId}`, MESSAGES);
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

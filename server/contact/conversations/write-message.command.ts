import { stateAfter } from '#common/contact/rules/conversation.ts';
import { withoutSecrets } from '#common/contact/rules/without-secrets.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { composeContactMail } from '#server/contact/contact-mail.ts';
import type { ReceivedMessage } from '#server/contact/contact.queries.ts';
import type { Services } from '#server/services.ts';
import { answerMail, answerNotice } from './conversation-mails.ts';
import {
  type Conversation,
  findLastMessageId,
  insertConversation,
  insertEntry,
  lockConversation,
  type NewEntry,
  updateConversation,
} from './conversations.queries.ts';

/** Brings a message of the contact form into the inbox. */
export async function takeFromForm(
  transaction: Transaction,
  message: ReceivedMessage & { readonly messageId: number; readonly summary: string },
  customerId: string | null,
  at: Temporal.Instant,
): Promise<void> {
  const conversation = {
    customerId,
    writerName: message.name,
    writerEmail: message.emailAddress,
    topic: '',
    subject: message.subject === '' ? message.summary : message.subject,
    state: 'new',
    assignedTo: null,
  } as const;
  const conversationId = await insertConversation(transaction, conversation, at);
  const entry = { kind: 'customer', userId: message.userId, staffId: null, text: message.message } as const;
  await insertEntry(transaction, { conversationId, ...entry, contactMessageId: message.messageId }, at);
}

interface Begun {
  readonly topic: string;
  readonly subject: string;
  readonly text: string;
}

/** Begins a conversation that a customer writes in the portal. */
export async function beginAsCustomer(services: Services, session: Session, begun: Begun): Promise<number> {
  const { clock, database, host } = services;
  const customer = await host.findCustomer(session.customerId);
  const conversation = {
    customerId: session.customerId,
    writerName: customer?.personalName ?? session.loginName,
    writerEmail: customer?.emailAddress ?? '',
    topic: begun.topic,
    subject: withoutSecrets(begun.subject),
    state: 'new',
    assignedTo: null,
  } as const;
  return inTransaction(database, async (transaction) => {
    const at = clock.now();
    const conversationId = await insertConversation(transaction, conversation, at);
    await addCustomersEntry(services, transaction, session, { conversationId, ...conversation }, begun.text, at);
    return conversationId;
  });
}

/** @returns false if the customer has no such conversation */
export async function replyAsCustomer(
  services: Services,
  session: Session,
  conversationId: number,
  text: string,
): Promise<boolean> {
  return inTransaction(services.database, async (transaction) => {
    const conversation = await lockConversation(transaction, conversationId);
    if (conversation?.customerId !== session.customerId) return false;
    const at = services.clock.now();
    const state = stateAfter(conversation.state, 'customerWrote');
    await updateConversation(transaction, conversationId, { state, changedAt: at });
    await addCustomersEntry(services, transaction, session, conversation, text, at);
    return true;
  });
}

/** Writes it, and sends it on by email if the institution wants that. */
async function addCustomersEntry(
  services: Services,
  transaction: Transaction,
  { userId, loginName }: Session,
  conversation: Pick<Conversation, 'conversationId' | 'writerName' | 'writerEmail' | 'subject'>,
  typed: string,
  at: Temporal.Instant,
): Promise<void> {
  const { conversationId, writerName, writerEmail, subject } = conversation;
  const text = withoutSecrets(typed);
  const entry = { conversationId, kind: 'customer', userId, staffId: null, text, contactMessageId: null } as const;
  const entryId = await insertEntry(transaction, entry, at);
  const mail = composeContactMail(services.institution, {
    type: 'Question',
    occasion: `conversation-${entryId}`,
    number: conversationId,
    name: writerName,
    emailAddress: writerEmail,
    loginName,
    branch: '',
    subject,
    message: text,
    answerType: null,
    reason: null,
  });
  if (mail) await enqueueMessage(services, transaction, mail, at);
}

/** Whether the writer reads answers in the portal; everyone else gets them by email. */
export function readsInPortal(services: Services, { customerId }: Pick<Conversation, 'customerId'>): boolean {
  return customerId !== null && services.institution.options['messageOptions.secureMessages'];
}

export interface Answer {
  readonly text: string;
  readonly staffId: number;
  /** The newest message that whoever answers has read. */
  readonly lastEntryId: number;
  readonly siteUrl: string;
}

export type AnswerProblem = 'NewerMessage' | 'NoAddress';

/**
 * Answers in the portal with a notice by email, or by email alone.
 * @param transaction with the conversation locked
 */
export async function answer(
  services: Services,
  transaction: Transaction,
  conversation: Conversation,
  { text: typed, staffId, lastEntryId, siteUrl }: Answer,
): Promise<Result<number, AnswerProblem>> {
  const { conversationId, customerId } = conversation;
  if ((await findLastMessageId(transaction, conversationId)) !== lastEntryId) return failure('NewerMessage');
  const at = services.clock.now();
  const text = withoutSecrets(typed);
  const entry: NewEntry = { conversationId, kind: 'staff', userId: null, staffId, text, contactMessageId: null };
  const entryId = await insertEntry(transaction, entry, at);
  if (customerId !== null && readsInPortal(services, conversation)) {
    await enqueueHostTask(services, transaction, answerNotice(customerId, entryId, siteUrl, at));
  } else {
    const mail = answerMail(services.institution, conversation, { entryId, text });
    if (!mail) return failure('NoAddress');
    await enqueueMessage(services, transaction, mail, at);
  }
  await updateConversation(transaction, conversationId, {
    state: stateAfter(conversation.state, 'staffAnswered'),
    assignedTo: conversation.assignedTo ?? staffId,
    changedAt: at,
    ...(conversation.firstAnsweredAt === null ? { firstAnsweredAt: at } : {}),
  });
  return success(entryId);
}

interface BegunByStaff extends Begun {
  readonly customer: Pick<HostCustomer, 'customerId' | 'personalName' | 'emailAddress'>;
  readonly staffId: number;
  readonly siteUrl: string;
}

/** Writes to a customer first. */
export async function beginAsStaff(
  services: Services,
  transaction: Transaction,
  { customer, topic, subject, text, staffId, siteUrl }: BegunByStaff,
): Promise<number> {
  const at = services.clock.now();
  const { customerId, personalName: writerName, emailAddress: writerEmail } = customer;
  const conversation = { customerId, writerName, writerEmail, topic, subject: withoutSecrets(subject) };
  const begun = { ...conversation, state: 'waiting', assignedTo: staffId } as const;
  const conversationId = await insertConversation(transaction, begun, at);
  const entry = { conversationId, kind: 'staff', userId: null, staffId, text: withoutSecrets(text) } as const;
  const entryId = await insertEntry(transaction, { ...entry, contactMessageId: null }, at);
  await enqueueHostTask(services, transaction, answerNotice(customerId, entryId, siteUrl, at));
  return conversationId;
}

import { eventOfTurn, stateAfter, type TurnAfterAnswer } from '#common/contact/rules/conversation.ts';
import { withoutSecrets } from '#common/contact/rules/without-secrets.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { composeContactMail } from '#server/contact/contact-mail.ts';
import type { ReceivedMessage } from '#server/contact/contact.queries.ts';
import { type AttachedFiles, findMessageOf, giveToMessage } from '#server/documents/attachments.queries.ts';
import type { Services } from '#server/services.ts';
import { answerMail, answerNotice } from './conversation-mails.ts';
import {
  type Conversation,
  findEntry,
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

/** What a customer writes, with files that the same login has attached. */
interface Written {
  readonly text: string;
  readonly fileIds: readonly string[];
}

type BegunByCustomer = Begun & Written;

type Within = (transaction: Transaction) => Promise<void>;

/**
 * Begins a conversation that a customer writes in the portal.
 * @param within runs in the transaction of the message
 * @throws Refusal if one of the files isn't there to be sent
 */
export async function beginAsCustomer(
  services: Services,
  session: Session,
  begun: BegunByCustomer,
  within: Within,
): Promise<void> {
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
  await inTransaction(database, async (transaction) => {
    if (await wasSentBefore(transaction, session, begun)) return;
    const at = clock.now();
    const conversationId = await insertConversation(transaction, conversation, at);
    await addCustomersEntry(services, transaction, session, { conversationId, ...conversation }, begun, at);
    await within(transaction);
  });
}

/**
 * @param within runs in the transaction of the message
 * @returns false if the customer has no such conversation
 * @throws Refusal like {@link beginAsCustomer}
 */
export async function replyAsCustomer(
  services: Services,
  session: Session,
  conversationId: number,
  written: Written,
  within: Within,
): Promise<boolean> {
  return inTransaction(services.database, async (transaction) => {
    const conversation = await lockConversation(transaction, conversationId);
    if (conversation?.customerId !== session.customerId) return false;
    if (await wasSentBefore(transaction, session, written, conversationId)) return true;
    const at = services.clock.now();
    const state = stateAfter(conversation.state, 'customerWrote');
    await updateConversation(transaction, conversationId, { state, changedAt: at });
    await addCustomersEntry(services, transaction, session, conversation, written, at);
    await within(transaction);
    return true;
  });
}

/** Writes it, and sends it on by email if the institution wants that. */
async function addCustomersEntry(
  services: Services,
  transaction: Transaction,
  { customerId, userId, loginName }: Session,
  conversation: Pick<Conversation, 'conversationId' | 'writerName' | 'writerEmail' | 'subject'>,
  { text: typed, fileIds }: Written,
  at: Temporal.Instant,
): Promise<void> {
  const { conversationId, writerName, writerEmail, subject } = conversation;
  const text = withoutSecrets(typed);
  const entry = { conversationId, kind: 'customer', userId, staffId: null, text, contactMessageId: null } as const;
  const entryId = await insertEntry(transaction, entry, at);
  await attach(transaction, { documentIds: fileIds, customerId, by: { userId } }, entryId);
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
    attachmentCount: fileIds.length,
  });
  if (mail) await enqueueMessage(services, transaction, mail, at);
}

/** @throws Refusal for a file of someone else, one that was sent already, and one that is gone: all get the same answer */
async function attach(transaction: Transaction, files: AttachedFiles, entryId: number): Promise<void> {
  const { length } = files.documentIds;
  if (length > 0 && (await giveToMessage(transaction, files, entryId)) < length) throw new Refusal(404, 'NotFound');
}

/** Each attempt to send has the files of the first, so a message with them is the same one: its answer was lost. */
async function wasSentBefore(
  transaction: Transaction,
  { customerId, userId }: Session,
  { text, fileIds }: Written,
  conversationId?: number,
): Promise<boolean> {
  if (fileIds.length === 0) return false;
  const entryId = await findMessageOf(transaction, { documentIds: fileIds, customerId, by: { userId } });
  const entry = entryId === undefined ? undefined : await findEntry(transaction, entryId);
  const isHere = conversationId === undefined || entry?.conversationId === conversationId;
  return isHere && entry?.text === withoutSecrets(text);
}

/** Whether the writer reads answers in the portal; everyone else gets them by email. */
export function readsInPortal(services: Services, { customerId }: Pick<Conversation, 'customerId'>): boolean {
  return customerId !== null && services.institution.options['messageOptions.secureMessages'];
}

export interface Answer {
  readonly text: string;
  /** Attached by the same member of staff. */
  readonly documentIds: readonly string[];
  readonly staffId: number;
  /** The newest message that the writer has read. */
  readonly lastEntryId: number;
  readonly siteUrl: string;
  readonly next: TurnAfterAnswer;
}

export type AnswerProblem = 'NewerMessage' | 'NoAddress' | 'AttachmentGone';

/**
 * Answers in the portal with a notice by email, or by email alone.
 * @param transaction with the conversation locked
 */
export async function answer(
  services: Services,
  transaction: Transaction,
  conversation: Conversation,
  { text: typed, documentIds, staffId, lastEntryId, siteUrl, next }: Answer,
): Promise<Result<number, AnswerProblem>> {
  const { conversationId, customerId } = conversation;
  if ((await findLastMessageId(transaction, conversationId)) !== lastEntryId) return failure('NewerMessage');
  const at = services.clock.now();
  const text = withoutSecrets(typed);
  const entry: NewEntry = { conversationId, kind: 'staff', userId: null, staffId, text, contactMessageId: null };
  const entryId = await insertEntry(transaction, entry, at);
  if (customerId !== null && readsInPortal(services, conversation)) {
    const files = { documentIds, customerId, by: { staffId } };
    const { length } = documentIds;
    if (length > 0 && (await giveToMessage(transaction, files, entryId)) < length) return failure('AttachmentGone');
    await enqueueHostTask(services, transaction, answerNotice(customerId, entryId, siteUrl, at));
  } else {
    // An email must not hold a file.
    if (documentIds.length > 0) return failure('AttachmentGone');
    const mail = answerMail(services.institution, conversation, { entryId, text });
    if (!mail) return failure('NoAddress');
    await enqueueMessage(services, transaction, mail, at);
  }
  await updateConversation(transaction, conversationId, {
    state: stateAfter(conversation.state, eventOfTurn[next]),
    assignedTo: conversation.assignedTo ?? staffId,
    changedAt: at,
    // The reports count how long the customer waited for the answer itself, not for the promise of one.
    ...(conversation.firstAnsweredAt === null && next !== 'us' ? { firstAnsweredAt: at } : {}),
  });
  return success(entryId);
}

interface BegunByStaff extends Begun, Pick<Answer, 'documentIds'> {
  readonly customer: Pick<HostCustomer, 'customerId' | 'personalName' | 'emailAddress'>;
  readonly staffId: number;
  readonly siteUrl: string;
}

/** Writes to a customer first. */
export async function beginAsStaff(
  services: Services,
  transaction: Transaction,
  { customer, topic, subject, text, documentIds, staffId, siteUrl }: BegunByStaff,
): Promise<Result<number, 'AttachmentGone'>> {
  const at = services.clock.now();
  const { customerId, personalName: writerName, emailAddress: writerEmail } = customer;
  const conversation = { customerId, writerName, writerEmail, topic, subject: withoutSecrets(subject) };
  const begun = { ...conversation, state: 'waiting', assignedTo: staffId } as const;
  const conversationId = await insertConversation(transaction, begun, at);
  const entry = { conversationId, kind: 'staff', userId: null, staffId, text: withoutSecrets(text) } as const;
  const entryId = await insertEntry(transaction, { ...entry, contactMessageId: null }, at);
  const files = { documentIds, customerId, by: { staffId } };
  if (documentIds.length > 0 && (await giveToMessage(transaction, files, entryId)) < documentIds.length) {
    return failure('AttachmentGone');
  }
  await enqueueHostTask(services, transaction, answerNotice(customerId, entryId, siteUrl, at));
  return success(conversationId);
}

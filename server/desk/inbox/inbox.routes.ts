import {
  type ConversationEvent,
  type ConversationState,
  maxAttachments,
  parseTemplate,
  stateAfter,
} from '#common/contact/rules/conversation.ts';
import type { inboxApi, InboxRow } from '#common/desk/inbox.api.ts';
import { mayDo } from '#common/desk/permissions.ts';
import {
  type Conversation,
  type ConversationChange,
  findConversation,
  findEntry,
  listEntries,
  lockConversation,
  insertEntry,
  updateConversation,
} from '#server/contact/conversations/conversations.queries.ts';
import { countInbox, type InboxItem, listInbox } from '#server/contact/conversations/inbox.queries.ts';
import { answer, beginAsStaff, readsInPortal } from '#server/contact/conversations/write-message.command.ts';
import { maskEmail } from '#server/desk/customers/masks.ts';
import { listCustomerLogins } from '#server/desk/customers/customer-logins.queries.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { type Attachment, findAttachment, listAttachments } from '#server/documents/attachments.queries.ts';
import { deliverDocument } from '#server/documents/deliver-document.command.ts';
import { readStoredFile } from '#server/documents/view-document.ts';
import { listStaff } from '#server/desk/staff/staff.queries.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';

const ROWS_PER_PAGE = 50;
const MAX_ENTRIES = 500;

const waitsForUs: readonly ConversationState[] = ['new', 'open'];

export const inboxHandlers: DeskHandlers<typeof inboxApi> = {
  'GET /api/desk/inbox': async ({ services, session, query: { state, topic, assigned, page = 0 } }) => {
    const { database, institution } = services;
    const assignedTo = assigned === undefined ? undefined : assigned === 'me' ? session.staffId : null;
    const states = state === undefined ? waitsForUs : [state];
    const filter = { states, topic, assignedTo, offset: page * ROWS_PER_PAGE, limit: ROWS_PER_PAGE + 1 };
    const [found, all, own] = await Promise.all([
      listInbox(database, filter),
      countInbox(database),
      countInbox(database, session.staffId),
    ]);
    return {
      conversations: await toRows(database, found.slice(0, ROWS_PER_PAGE)),
      topics: [...institution.options['messageOptions.topics']],
      counts: { new: all.new, open: all.open, waiting: all.waiting, mine: own.open },
      hasMore: found.length > ROWS_PER_PAGE,
    };
  },

  'POST /api/desk/inbox/find': async ({ services, body: { find }, record }) => {
    const filter = { states: ['new', 'open', 'waiting', 'closed'], find, offset: 0, limit: ROWS_PER_PAGE } as const;
    const found = await listInbox(services.database, filter);
    // Not the text itself, which may be private.
    await inTransaction(services.database, (transaction) => record(transaction, { details: { found: found.length } }));
    return { conversations: await toRows(services.database, found) };
  },

  'GET /api/desk/conversation': async ({ services, query: { customerId, conversationId } }) => {
    const { database, institution } = services;
    const conversation = await findConversation(database, conversationId);
    assertNamed(conversation, customerId);
    const [[row], entries, staff] = await Promise.all([
      toRows(database, [conversation]),
      listEntries(database, conversationId, MAX_ENTRIES),
      listStaff(database),
    ]);
    if (!row) throw new Error('A conversation has no row');
    const attachments = await listAttachments(
      database,
      entries.map(({ entryId }) => entryId),
    );
    const names = new Map(staff.map(({ staffId, name }) => [staffId, name]));
    const inPortal = readsInPortal(services, conversation);
    const fills = { name: conversation.writerName, institution: institution.texts['shell.institutionName'] ?? '' };
    return {
      ...row,
      assignedToId: conversation.assignedTo,
      beganAt: conversation.beganAt.toString(),
      entries: entries.map(({ entryId, kind, staffId, text, contactMessageId, writtenAt }) => ({
        entryId,
        kind,
        by: staffId === null ? conversation.writerName : (names.get(staffId) ?? ''),
        byForm: contactMessageId !== null,
        text,
        at: writtenAt.toString(),
        attachments: attachments.filter((attachment) => attachment.entryId === entryId).map(toShown),
      })),
      lastEntryId: entries.findLast(({ kind }) => kind !== 'note')?.entryId ?? 0,
      answersBy: inPortal ? 'portal' : conversation.writerEmail === '' ? 'nowhere' : 'email',
      maskedEmail: inPortal ? '' : maskEmail(conversation.writerEmail),
      maxAttachments: inPortal ? maxAttachments(institution.options) : 0,
      templates: institution.options['messageOptions.answerTemplates'].map((written) => parseTemplate(written, fills)),
      topics: [...institution.options['messageOptions.topics']],
      colleagues: staff
        .filter(({ endedAt, role }) => endedAt === null && mayDo(role, 'answerMessages'))
        .map(({ staffId, name }) => ({ staffId, name })),
    };
  },

  'POST /api/desk/inbox/answer': async (call) => {
    const { services, session, siteUrl, body } = call;
    const { text, lastEntryId, next } = body;
    const documentIds = [...new Set(body.documentIds)];
    if (documentIds.length > maxAttachments(services.institution.options)) throw new DeskRefusal(409, 'TooManyFiles');
    await changing(call, async (transaction, conversation) => {
      const written = { text, documentIds, staffId: session.staffId, lastEntryId, siteUrl, next };
      const answered = await answer(services, transaction, conversation, written);
      if (!answered.ok) throw new DeskRefusal(409, answered.error);
      return {
        entryId: answered.value,
        next,
        ...(documentIds.length === 0 ? {} : { attachments: documentIds.length }),
      };
    });
    return {};
  },

  'POST /api/desk/inbox/attach': async ({ services, session, body, idOf, record }) => {
    const { customerId, conversationId, fileName: name, content } = body;
    if (conversationId !== undefined) {
      assertNamed(await findConversation(services.database, conversationId), customerId);
    }
    if (!readsInPortal(services, { customerId })) throw new DeskRefusal(409, 'NotInPortal');
    if (maxAttachments(services.institution.options) === 0) throw new DeskRefusal(409, 'NoAttachments');
    const place = { kind: 'message', staffId: session.staffId } as const;
    const file = { customerId, place, name, content: Buffer.from(content, 'base64'), by: session.emailAddress };
    const kept = await deliverDocument(services, { ...file, documentId: idOf('file') });
    if (!kept.ok) throw new DeskRefusal(409, kept.error === 'FileType' ? 'FormatRefused' : kept.error);
    const documentId = kept.value;
    const details = { ...(conversationId === undefined ? {} : { conversationId }), documentId };
    await inTransaction(services.database, (transaction) =>
      record(transaction, { customerId, details, answer: { documentId } }),
    );
    return { documentId };
  },

  'GET /api/desk/conversation/attachment': async ({ services, query, record }) => {
    const { customerId, conversationId, documentId } = query;
    const { database } = services;
    assertNamed(await findConversation(database, conversationId), customerId);
    const attachment = await findAttachment(database, documentId);
    const entry = attachment && (await findEntry(database, attachment.entryId));
    if (attachment?.customerId !== customerId || entry?.conversationId !== conversationId)
      throw new DeskRefusal(404, 'NotFound');
    const file = await readStoredFile(services, documentId, attachment);
    if (!file.ok) throw new DeskRefusal(409, file.error);
    await inTransaction(database, (transaction) =>
      record(transaction, { customerId, details: { conversationId, documentId } }),
    );
    // Never shown in the desk's own origin: a customer's file is not trusted.
    return { fileName: attachment.displayName, contentType: 'application/octet-stream', content: file.value };
  },

  'POST /api/desk/inbox/note': async (call) => {
    const { services, session, body } = call;
    await changing(call, async (transaction, { conversationId }) => {
      const entry = { conversationId, kind: 'note', userId: null, staffId: session.staffId, text: body.text } as const;
      await insertEntry(transaction, { ...entry, contactMessageId: null }, services.clock.now());
      return {};
    });
    return {};
  },

  'POST /api/desk/inbox/assign': async (call) => {
    const { staffId } = call.body;
    const colleague = (await listStaff(call.services.database)).find((member) => member.staffId === staffId);
    const mayAnswer = colleague?.endedAt === null && mayDo(colleague.role, 'answerMessages');
    if (staffId !== null && !mayAnswer) throw new DeskRefusal(404, 'NotFound');
    await changing(call, async (transaction, { conversationId, state }) => {
      const taken = staffId === null ? {} : { state: stateAfter(state, 'taken') };
      await updateConversation(transaction, conversationId, { assignedTo: staffId, ...taken });
      return { assignedTo: colleague?.emailAddress ?? '' };
    });
    return {};
  },

  'POST /api/desk/inbox/sort': async (call) => {
    const { services, body } = call;
    const isKnown = ['', ...services.institution.options['messageOptions.topics']].includes(body.topic);
    if (!isKnown) throw new DeskRefusal(400, 'InvalidInput');
    await changing(call, (transaction, { conversationId, topic: before }) =>
      change(transaction, conversationId, { topic: body.topic }, { before, topic: body.topic }),
    );
    return {};
  },

  'POST /api/desk/inbox/close': async (call) => {
    await changing(
      call,
      moveTo('closed', (state) => state !== 'closed'),
    );
    return {};
  },

  'POST /api/desk/inbox/reopen': async (call) => {
    await changing(
      call,
      moveTo('reopened', (state) => state === 'closed'),
    );
    return {};
  },

  'POST /api/desk/inbox/begin': async ({ services, session, siteUrl, body, record }) => {
    const { customerId, topic, subject, text, reason } = body;
    const documentIds = [...new Set(body.documentIds)];
    if (!readsInPortal(services, { customerId })) throw new DeskRefusal(409, 'NotInPortal');
    if (documentIds.length > maxAttachments(services.institution.options)) throw new DeskRefusal(409, 'TooManyFiles');
    if (!services.institution.options['messageOptions.topics'].includes(topic))
      throw new DeskRefusal(400, 'InvalidInput');
    const [customer, logins] = await Promise.all([
      services.host.findCustomer(customerId),
      listCustomerLogins(services.database, customerId),
    ]);
    if (!customer) throw new DeskRefusal(404, 'NotFound');
    if (logins.length === 0) throw new DeskRefusal(409, 'NoLogin');
    const conversationId = await inTransaction(services.database, async (transaction) => {
      const begun = { customer, topic, subject, text, documentIds, staffId: session.staffId, siteUrl };
      const id = await beginAsStaff(services, transaction, begun);
      if (!id.ok) throw new DeskRefusal(409, id.error);
      const answer = { conversationId: id.value };
      const details = { ...answer, ...(documentIds.length === 0 ? {} : { attachments: documentIds.length }) };
      await record(transaction, { customerId, reason, details, answer });
      return id.value;
    });
    return { conversationId };
  },
};

type ChangingCall = DeskCall<
  | 'POST /api/desk/inbox/answer'
  | 'POST /api/desk/inbox/note'
  | 'POST /api/desk/inbox/assign'
  | 'POST /api/desk/inbox/sort'
  | 'POST /api/desk/inbox/close'
  | 'POST /api/desk/inbox/reopen'
>;

type Details = Readonly<Record<string, string | number | boolean>>;

/** Changes a locked conversation and writes the audit entry with what `work` returns. */
function changing(
  { services, body, record }: ChangingCall,
  work: (transaction: Transaction, conversation: Conversation) => Promise<Details>,
): Promise<void> {
  const { customerId, conversationId } = body;
  return inTransaction(services.database, async (transaction) => {
    const conversation = await lockConversation(transaction, conversationId);
    assertNamed(conversation, customerId);
    const details = { conversationId, ...(await work(transaction, conversation)) };
    const reason = 'reason' in body ? { reason: body.reason } : {};
    await record(transaction, { ...(customerId === undefined ? {} : { customerId }), ...reason, details });
  });
}

function moveTo(
  event: Extract<ConversationEvent, 'closed' | 'reopened'>,
  isPossible: (state: ConversationState) => boolean,
) {
  return (transaction: Transaction, { conversationId, state }: Conversation): Promise<Details> => {
    if (!isPossible(state)) throw new DeskRefusal(409, 'NoLongerOpen');
    return change(transaction, conversationId, { state: stateAfter(state, event) }, {});
  };
}

async function change(
  transaction: Transaction,
  conversationId: number,
  values: ConversationChange,
  details: Details,
): Promise<Details> {
  await updateConversation(transaction, conversationId, values);
  return details;
}

/** A call that names no customer, or another one, was not checked against the customer who wrote. */
function assertNamed(
  conversation: Conversation | undefined,
  customerId: string | undefined,
): asserts conversation is Conversation {
  if (conversation?.customerId !== (customerId ?? null)) throw new DeskRefusal(404, 'NotFound');
}

function toShown({ documentId, name, bytes, scanned }: Attachment) {
  return { documentId, name, bytes, scan: scanned === true ? 'clean' : 'notScanned' } as const;
}

async function toRows(queryable: Queryable, items: readonly InboxItem[]): Promise<InboxRow[]> {
  const staff = await listStaff(queryable);
  const names = new Map(staff.map(({ staffId, name }) => [staffId, name]));
  return items.map(({ conversationId, customerId, writerName, topic, subject, state, assignedTo, changedAt }) => ({
    conversationId,
    customerId,
    writerName,
    topic,
    subject,
    state,
    assignedTo: assignedTo === null ? '' : (names.get(assignedTo) ?? ''),
    changedAt: changedAt.toString(),
  }));
}

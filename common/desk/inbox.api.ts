import { z } from 'zod';
import {
  conversationStates,
  MAX_ATTACHMENTS,
  MAX_ENTRY_CHARACTERS,
  MAX_SUBJECT_CHARACTERS,
  turnsAfterAnswer,
} from '#common/contact/rules/conversation.ts';
import { customerId, defineDeskApi, done, instant, reason } from './desk-contract.ts';
import { documentId, downloadsDocument, sentFile, storesFile } from './desk-files.ts';

const conversationId = z.number().int().positive();
const entryText = z.string().trim().min(1).max(MAX_ENTRY_CHARACTERS);
const topic = z.string().max(100);

/** Without a customer: a conversation with a visitor. */
const ofConversation = z.strictObject({ customerId: customerId.optional(), conversationId });
const objects = { 'body.customerId': 'customer', 'body.conversationId': 'message' } as const;

const item = z.strictObject({
  conversationId: z.number(),
  /** Null: a visitor. */
  customerId: z.string().nullable(),
  writerName: z.string(),
  topic: z.string(),
  subject: z.string(),
  state: z.enum(conversationStates),
  assignedTo: z.string(),
  changedAt: instant,
});

export type InboxRow = z.infer<typeof item>;

export const inboxApi = defineDeskApi({
  'GET /api/desk/inbox': {
    may: 'answerMessages',
    summary: 'Messages from customers and visitors; what waits longest first',
    query: z.strictObject({
      /** Without it, everything that waits for the institution. */
      state: z.enum(conversationStates).optional(),
      topic: topic.optional(),
      assigned: z.enum(['me', 'none']).optional(),
      page: z.coerce.number().int().min(0).max(10_000).optional(),
    }),
    answer: z.strictObject({
      conversations: z.array(item),
      topics: z.array(z.string()),
      counts: z.strictObject({ new: z.number(), open: z.number(), waiting: z.number(), mine: z.number() }),
      hasMore: z.boolean(),
    }),
  },
  'POST /api/desk/inbox/find': {
    may: 'answerMessages',
    summary: 'Finds messages by their words, the name of the writer, or a number',
    records: 'desk-inbox-searched',
    body: z.strictObject({ find: z.string().trim().min(2).max(100) }),
    answer: z.strictObject({ conversations: z.array(item) }),
  },
  'GET /api/desk/conversation': {
    may: 'answerMessages',
    summary: 'A conversation with its notes, and what an answer can start from',
    objects: { 'query.customerId': 'customer', 'query.conversationId': 'message' },
    query: z.strictObject({ customerId: customerId.optional(), conversationId: z.coerce.number().int().positive() }),
    answer: z.strictObject({
      ...item.shape,
      assignedToId: z.number().nullable(),
      beganAt: instant,
      entries: z.array(
        z.strictObject({
          entryId: z.number(),
          kind: z.enum(['customer', 'staff', 'note']),
          by: z.string(),
          byForm: z.boolean(),
          text: z.string(),
          at: instant,
          attachments: z.array(
            z.strictObject({
              documentId: z.string(),
              name: z.string(),
              bytes: z.number(),
              scan: z.enum(['clean', 'notScanned']),
            }),
          ),
        }),
      ),
      lastEntryId: z.number(),
      /** Where an answer goes; `nowhere` if a visitor gave no address. */
      answersBy: z.enum(['portal', 'email', 'nowhere']),
      maskedEmail: z.string(),
      /** How many files an answer can have; 0 where they are switched off, or answers go by email. */
      maxAttachments: z.number(),
      templates: z.array(z.strictObject({ title: z.string(), text: z.string() })),
      topics: z.array(z.string()),
      colleagues: z.array(z.strictObject({ staffId: z.number(), name: z.string() })),
    }),
  },
  'POST /api/desk/inbox/answer': {
    may: 'answerMessages',
    summary: 'Answers in the portal, with a notice by email, or by email to someone without a login',
    objects: {
      ...objects,
      'body.lastEntryId': { exempt: 'the newest message read; refuses an answer if a newer message arrived' },
      'body.documentIds[]': 'document',
    },
    records: 'desk-message-answered',
    keyed: true,
    body: ofConversation.extend({
      text: entryText,
      /** From `attach`. */
      documentIds: z.array(documentId).max(MAX_ATTACHMENTS).default([]),
      lastEntryId: z.number().int().min(0),
      next: z.enum(turnsAfterAnswer),
    }),
    answer: done,
  },
  'POST /api/desk/inbox/attach': {
    may: 'answerMessages',
    summary:
      'Checks and keeps a file for an answer, or for a message that begins a conversation; one that is not sent within a day is removed',
    objects,
    records: 'desk-attachment-added',
    ...storesFile,
    /** Without a conversation, the message begins one. */
    body: z.strictObject({ customerId, conversationId: conversationId.optional(), ...sentFile }),
    answer: z.strictObject({ documentId: z.string() }),
  },
  'GET /api/desk/conversation/attachment': {
    may: 'answerMessages',
    summary: 'Downloads a file of a message',
    objects: { 'query.customerId': 'customer', 'query.conversationId': 'message', 'query.documentId': 'document' },
    records: 'desk-attachment-downloaded',
    ...downloadsDocument,
    query: z.strictObject({ customerId, conversationId: z.coerce.number().int().positive(), documentId }),
  },
  'POST /api/desk/inbox/note': {
    may: 'answerMessages',
    summary: 'Adds a note for colleagues; the customer never sees it',
    objects,
    records: 'desk-message-note-added',
    keyed: true,
    body: ofConversation.extend({ text: entryText }),
    answer: done,
  },
  'POST /api/desk/inbox/assign': {
    may: 'answerMessages',
    summary: 'Gives a conversation to someone who may answer it, or unassigns it',
    objects: { ...objects, 'body.staffId': 'staff' },
    records: 'desk-message-assigned',
    body: ofConversation.extend({ staffId: z.number().int().nullable(), reason }),
    answer: done,
  },
  'POST /api/desk/inbox/sort': {
    may: 'answerMessages',
    summary: 'Puts a conversation under another topic',
    objects,
    records: 'desk-message-sorted',
    body: ofConversation.extend({ topic, reason }),
    answer: done,
  },
  'POST /api/desk/inbox/close': {
    may: 'answerMessages',
    summary: 'Closes a conversation without an answer; the next message from the customer opens it again',
    objects,
    records: 'desk-message-closed',
    body: ofConversation.extend({ reason }),
    answer: done,
  },
  'POST /api/desk/inbox/reopen': {
    may: 'answerMessages',
    summary: 'Opens a closed conversation again',
    objects,
    records: 'desk-message-reopened',
    body: ofConversation.extend({ reason }),
    answer: done,
  },
  'POST /api/desk/inbox/begin': {
    may: 'answerMessages',
    summary: 'Writes to a customer first; they read and answer in the portal',
    objects: { 'body.customerId': 'customer', 'body.documentIds[]': 'document' },
    records: 'desk-message-begun',
    keyed: true,
    body: z.strictObject({
      customerId,
      topic,
      subject: z.string().trim().min(1).max(MAX_SUBJECT_CHARACTERS),
      text: entryText,
      /** From `attach`. */
      documentIds: z.array(documentId).max(MAX_ATTACHMENTS).default([]),
      reason,
    }),
    answer: z.strictObject({ conversationId: z.number() }),
  },
});

import { z } from 'zod';
import { defineApi, fileAnswer, receivedFile } from '#common/contract/contract.ts';
import { fileFormats, MAX_UPLOAD_BYTES } from '#common/documents/rules/file-rules.ts';
import { envelope } from '#common/contract/envelope.ts';
import { singleLine } from '#common/contract/single-line.ts';
import { MAX_ATTACHMENTS, MAX_ENTRY_CHARACTERS, MAX_SUBJECT_CHARACTERS } from './rules/conversation.ts';

const conversationId = z.number().int().positive();
const text = z.string().max(MAX_ENTRY_CHARACTERS);

const attachment = z.strictObject({
  fileId: z.string(),
  name: z.string(),
  format: z.enum(fileFormats),
  bytes: z.number(),
});

export type MessageAttachment = z.infer<typeof attachment>;

/** Files from `Attach` that go with a message. */
const fileIds = z.array(z.guid()).max(MAX_ATTACHMENTS).default([]);

const summary = z.strictObject({
  conversationId,
  subject: z.string(),
  topic: z.string(),
  closed: z.boolean(),
  /** Has an answer that the customer has not opened. */
  unread: z.boolean(),
  changedAt: z.string(),
});

export type ConversationSummary = z.infer<typeof summary>;

const gate = { switch: 'messageOptions.secureMessages', is: true } as const;

const attachmentsAreOn = { switch: 'messageOptions.allowAttachments', is: true } as const;

const common = { access: 'session', gate } as const;

export const conversationsApi = defineApi({
  'GET /api/Conversations': {
    ...common,
    whileViewing: true,
    summary: "The customer's messages and the institution's answers, newest first",
    answers: { 200: z.strictObject({ conversations: z.array(summary) }) },
  },
  'GET /api/Conversations/Read': {
    ...common,
    whileViewing: true,
    summary: 'One conversation; the notes of staff are never part of it',
    objects: { 'query.conversationId': 'conversation' },
    query: z.strictObject({ conversationId: z.coerce.number().int().positive() }),
    answers: {
      200: z.strictObject({
        ...summary.shape,
        entries: z.array(
          z.strictObject({
            place: z.number(),
            fromUs: z.boolean(),
            text: z.string(),
            at: z.string(),
            attachments: z.array(attachment),
          }),
        ),
      }),
    },
  },
  'POST /api/Conversations/MarkRead': {
    ...common,
    summary: 'The customer has seen the answers so far',
    objects: { 'body.conversationId': 'conversation' },
    body: z.strictObject({ conversationId }),
    answers: { 200: envelope },
  },
  'POST /api/Conversations/Begin': {
    ...common,
    keyed: true,
    summary: 'Writes to the institution',
    objects: { 'body.fileIds[]': 'document' },
    body: z.strictObject({ topic: singleLine(100), subject: singleLine(MAX_SUBJECT_CHARACTERS), text, fileIds }),
    answers: { 200: envelope },
  },
  'POST /api/Conversations/Reply': {
    ...common,
    keyed: true,
    summary: 'Answers in a conversation, which opens it again',
    objects: { 'body.conversationId': 'conversation', 'body.fileIds[]': 'document' },
    body: z.strictObject({ conversationId, text, fileIds }),
    answers: { 200: envelope },
  },
  'POST /api/Conversations/Attach': {
    ...common,
    keyed: true,
    summary: 'Checks and keeps a file for a message; one that is not sent within a day is removed',
    upload: { gate: attachmentsAreOn },
    maxBodyBytes: MAX_UPLOAD_BYTES,
    body: z.strictObject({ file: receivedFile }),
    answers: { 200: z.strictObject({ ...envelope.shape, fileId: z.string() }) },
  },
  'GET /api/Conversations/Attachment': {
    access: 'ticket',
    ticket: { action: 'viewAttachment', parameter: 'token', object: 'query.fileId' },
    gate,
    summary: 'A file of a message, opened in a new tab',
    objects: { 'query.fileId': 'document' },
    query: z.strictObject({ token: z.string().min(1).max(128), fileId: z.guid() }),
    answers: { 200: fileAnswer },
  },
});

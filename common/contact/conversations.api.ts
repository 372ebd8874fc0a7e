import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { singleLine } from '#common/contract/single-line.ts';
import { MAX_ENTRY_CHARACTERS, MAX_SUBJECT_CHARACTERS } from './rules/conversation.ts';

const conversationId = z.number().int().positive();
const text = z.string().max(MAX_ENTRY_CHARACTERS);

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
        entries: z.array(z.strictObject({ place: z.number(), fromUs: z.boolean(), text: z.string(), at: z.string() })),
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
    body: z.strictObject({ topic: singleLine(100), subject: singleLine(MAX_SUBJECT_CHARACTERS), text }),
    answers: { 200: envelope },
  },
  'POST /api/Conversations/Reply': {
    ...common,
    keyed: true,
    summary: 'Answers in a conversation, which opens it again',
    objects: { 'body.conversationId': 'conversation' },
    body: z.strictObject({ conversationId, text }),
    answers: { 200: envelope },
  },
});

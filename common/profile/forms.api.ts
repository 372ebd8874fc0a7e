import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { singleLine } from '#common/contract/single-line.ts';
import { fieldKinds, formAccountKinds, MAX_FORM_FILES, MAX_LONG_TEXT } from './rules/request-form.ts';

const requestId = z.number().int().positive();

const form = z.strictObject({
  key: z.string(),
  title: z.string(),
  introduction: z.string(),
  accounts: z.array(z.enum(formAccountKinds)).readonly(),
  paymentsContinue: z.boolean(),
  fields: z
    .array(
      z.strictObject({
        name: z.string(),
        kind: z.enum(fieldKinds),
        label: z.string(),
        hint: z.string(),
        required: z.boolean(),
        choices: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  next: z.string(),
});

const requestStates = ['open', 'approved', 'declined', 'withdrawn'] as const;

const sentForm = z.strictObject({
  requestId,
  title: z.string(),
  accountNumber: z.string().nullable(),
  paymentsContinue: z.boolean(),
  /** The form's words about what happens next. */
  next: z.string(),
  state: z.enum(requestStates),
  sentAt: z.string(),
  /** When it was answered or withdrawn. */
  endedAt: z.string().nullable(),
  /** The institution's answer; empty without one. */
  answer: z.string(),
  /** Has an answer that the customer has not opened. */
  unread: z.boolean(),
  /** As entered: an amount as `1250.00`, a date as `2026-11-21`, `yes` or `no`; empty for none. */
  answers: z.array(z.strictObject({ label: z.string(), kind: z.enum(fieldKinds), value: z.string() })).readonly(),
  files: z.array(z.string()).readonly(),
});

export type SentForm = z.infer<typeof sentForm>;

const common = { access: 'session', gate: { switch: 'formOptions.useForms', is: true } } as const;

export const formsApi = defineApi({
  'GET /api/Forms': {
    ...common,
    whileViewing: true,
    summary: "The institution's forms, and the requests that the customer sent with them, newest first",
    answers: { 200: z.strictObject({ forms: z.array(form).readonly(), requests: z.array(sentForm).readonly() }) },
  },
  'POST /api/Forms/Send': {
    ...common,
    keyed: true,
    summary: 'Sends a request; it changes nothing until staff have decided it',
    objects: { 'body.accountNumber': 'account', 'body.fileIds[]': 'document' },
    body: z.strictObject({
      /** The key of one of the institution's forms. */
      form: z.string().max(40),
      /** Left out for a form that is about no account. */
      accountNumber: z.string().min(1).max(32).optional(),
      answers: z.record(singleLine(40), z.string().max(2 * MAX_LONG_TEXT)),
      /** From `POST /api/file/UploadEvidence`. */
      fileIds: z.array(z.guid()).max(MAX_FORM_FILES),
    }),
    answers: { 200: z.union([z.strictObject({ ...envelope.shape, requestId }), envelope]) },
    maxBodyBytes: 256 * 1024,
  },
  'POST /api/Forms/Withdraw': {
    ...common,
    summary: 'Takes back a request that is not decided yet',
    objects: { 'body.requestId': 'request' },
    body: z.strictObject({ requestId }),
    answers: { 200: envelope },
  },
  'POST /api/Forms/MarkRead': {
    ...common,
    summary: 'The customer has seen the answer',
    objects: { 'body.requestId': 'request' },
    body: z.strictObject({ requestId }),
    answers: { 200: envelope },
  },
});

import { z } from 'zod';
import { fieldKinds } from '#common/profile/rules/request-form.ts';
import { customerId, defineDeskApi, done, instant, reason } from './desk-contract.ts';
import { deskDocument } from './documents.api.ts';

const requestId = z.number().int().positive();

const ofRequest = z.strictObject({ customerId, requestId, reason });
const objects = { 'body.customerId': 'customer', 'body.requestId': 'request' } as const;

const summary = z.strictObject({
  requestId: z.number(),
  customerId: z.string(),
  customerName: z.string(),
  /** The title of the form; null for a change of contact information. */
  form: z.string().nullable(),
  /** The account that the form is about. */
  accountNumber: z.string().nullable(),
  /** The requested changes of contact information, without the values. */
  asks: z.array(z.enum(['address', 'phone'])),
  requestedAt: instant,
});

export const requestsApi = defineDeskApi({
  'GET /api/desk/requests': {
    may: 'decideRequests',
    summary: 'What customers ask for: changes of contact information, and forms; what waits longest first',
    query: z.strictObject({ page: z.coerce.number().int().min(0).max(10_000).optional() }),
    answer: z.strictObject({
      requests: z.array(summary),
      /** Of all open requests, also those on other pages. */
      count: z.number(),
      hasMore: z.boolean(),
    }),
  },
  'GET /api/desk/request': {
    may: 'decideRequests',
    summary: 'What is asked, with the evidence, and beside what is on file',
    objects: { 'query.customerId': 'customer', 'query.requestId': 'request' },
    query: z.strictObject({ customerId, requestId: z.coerce.number().int().positive() }),
    answer: z.strictObject({
      ...summary.shape,
      status: z.enum(['byHand', 'open', 'approved', 'declined', 'withdrawn']),
      decidedBy: z.string(),
      decidedAt: instant.nullable(),
      /** For colleagues; the customer does not read it. */
      decisionReason: z.string(),
      withdrawnAt: instant.nullable(),
      /** The answer that the customer reads in the portal. */
      answer: z.string(),
      answers: z.array(z.strictObject({ label: z.string(), kind: z.enum(fieldKinds), value: z.string() })),
      files: z.array(deskDocument),
      /** Other customers with an open request about the same account. */
      othersAsking: z.array(z.strictObject({ requestId: z.number(), customerId: z.string() })),
      values: z.array(z.strictObject({ name: z.string(), onFile: z.string(), old: z.string(), wanted: z.string() })),
    }),
  },
  'POST /api/desk/requests/approve': {
    may: 'decideRequests',
    summary: 'Makes a change of contact information in the system of record, or answers a form; the customer is told',
    objects,
    records: 'desk-request-approved',
    /** `words` answer a form; a change of contact information has none. */
    body: ofRequest.extend({ words: z.string().trim().max(1_000).default('') }),
    answer: done,
  },
  'POST /api/desk/requests/decline': {
    may: 'decideRequests',
    summary: 'Declines what is asked; the customer is told why',
    objects,
    records: 'desk-request-declined',
    body: ofRequest.extend({ words: z.string().trim().min(3).max(1_000) }),
    answer: done,
  },
});

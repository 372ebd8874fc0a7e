import { z } from 'zod';
import { customerId, defineDeskApi, done, instant, reason } from './desk-contract.ts';

const requestId = z.number().int().positive();

const ofRequest = z.strictObject({ customerId, requestId, reason });
const objects = { 'body.customerId': 'customer', 'body.requestId': 'request' } as const;

const summary = z.strictObject({
  requestId: z.number(),
  customerId: z.string(),
  customerName: z.string(),
  /** The requested changes, without the values. */
  asks: z.array(z.enum(['address', 'phone'])),
  requestedAt: instant,
});

export const requestsApi = defineDeskApi({
  'GET /api/desk/requests': {
    may: 'decideRequests',
    summary: 'Changes of contact information that customers ask for; what waits longest first',
    answer: z.strictObject({ requests: z.array(summary) }),
  },
  'GET /api/desk/request': {
    may: 'decideRequests',
    summary: 'What is asked, beside what is on file',
    objects: { 'query.customerId': 'customer', 'query.requestId': 'request' },
    query: z.strictObject({ customerId, requestId: z.coerce.number().int().positive() }),
    answer: z.strictObject({
      ...summary.shape,
      status: z.enum(['byHand', 'open', 'approved', 'declined']),
      decidedBy: z.string(),
      decidedAt: instant.nullable(),
      values: z.array(z.strictObject({ name: z.string(), onFile: z.string(), old: z.string(), wanted: z.string() })),
    }),
  },
  'POST /api/desk/requests/approve': {
    may: 'decideRequests',
    summary: 'Makes the change in the system of record; the customer is told',
    objects,
    records: 'desk-request-approved',
    body: ofRequest,
    answer: done,
  },
  'POST /api/desk/requests/decline': {
    may: 'decideRequests',
    summary: 'Declines the change; the customer is told why',
    objects,
    records: 'desk-request-declined',
    body: ofRequest.extend({ words: z.string().trim().min(3).max(1_000) }),
    answer: done,
  },
});

import { z } from 'zod';
import { MAX_RECIPIENTS } from './desk-lists.ts';
import { customerId, defineDeskApi, done, instant, reason } from './desk-contract.ts';
import { documentId, downloadsDocument, MAX_BASE64_LENGTH, sentFile, storesFile } from './desk-files.ts';

const file = { ...sentFile, reason };

export const deskDocument = z.strictObject({
  documentId: z.string(),
  customerId: z.string(),
  name: z.string(),
  fileType: z.string(),
  /** The account or application it belongs to; empty for the customer's own. */
  belongsTo: z.string(),
  bytes: z.number(),
  at: instant,
  byCustomer: z.boolean(),
  scan: z.enum(['clean', 'notScanned', 'unknown']),
  review: z.enum(['waiting', 'accepted', 'declined']).nullable(),
});

export type DeskDocument = z.infer<typeof deskDocument>;

export const documentsDeskApi = defineDeskApi({
  'GET /api/desk/uploads': {
    may: 'reviewUploads',
    summary: 'Files of customers that wait for a review; what waits longest first',
    answer: z.strictObject({ uploads: z.array(deskDocument) }),
  },
  'GET /api/desk/documents': {
    may: 'reviewUploads',
    summary: 'The documents of a customer, newest first, and those that were withdrawn',
    objects: { 'query.customerId': 'customer' },
    query: z.strictObject({ customerId }),
    answer: z.strictObject({
      documents: z.array(deskDocument),
      withdrawn: z.array(z.strictObject({ documentId: z.string(), name: z.string(), at: instant, by: z.string() })),
    }),
  },
  'GET /api/desk/documents/file': {
    may: 'reviewUploads',
    summary: 'Downloads a document',
    objects: { 'query.customerId': 'customer', 'query.documentId': 'document' },
    records: 'desk-document-downloaded',
    ...downloadsDocument,
    query: z.strictObject({ customerId, documentId }),
  },
  'POST /api/desk/uploads/review': {
    may: 'reviewUploads',
    summary: 'Accepts or declines an upload; the customer is told',
    objects: { 'body.customerId': 'customer', 'body.documentId': 'document' },
    records: 'desk-upload-reviewed',
    body: z.strictObject({
      customerId,
      documentId,
      outcome: z.enum(['accepted', 'declined']),
      /** The customer reads them if it is declined. */
      words: z.string().trim().max(1_000),
      reason,
    }),
    answer: done,
  },
  'POST /api/desk/documents/deliver': {
    may: 'deliverDocuments',
    summary: 'Gives a customer a document; an email says only that there is one',
    objects: { 'body.customerId': 'customer' },
    records: 'desk-document-delivered',
    ...storesFile,
    body: z.strictObject({ customerId, ...file }),
    answer: done,
  },
  'POST /api/desk/documents/deliver-to-list': {
    may: 'deliverToMany',
    confirmed: true,
    summary: 'Gives each customer of a list the same document',
    objects: { 'body.customerIds[]': { exempt: 'gets a document; nothing of the customer is shown' } },
    records: 'desk-documents-delivered',
    ...storesFile,
    body: z.strictObject({ customerIds: z.array(customerId).min(1).max(MAX_RECIPIENTS), ...file }),
    maxBodyBytes: MAX_BASE64_LENGTH + 32 * 1024,
    answer: z.strictObject({
      delivered: z.number(),
      unknown: z.array(z.string()),
      /** Stopped before these, for example because the virus scanner no longer answers. */
      left: z.array(z.string()),
    }),
  },
  'POST /api/desk/documents/withdraw': {
    may: 'deliverDocuments',
    summary: 'Takes back a document of the institution; its file is deleted, and the customer is told',
    objects: { 'body.customerId': 'customer', 'body.documentId': 'document' },
    records: 'desk-document-withdrawn',
    body: z.strictObject({ customerId, documentId, reason }),
    answer: done,
  },
});

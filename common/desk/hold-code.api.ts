import { z } from 'zod';
import { accountNumber, customerId, defineDeskApi, reason } from './desk-contract.ts';

const code = z.string().max(10);

export const holdCodeApi = defineDeskApi({
  'GET /api/desk/hold-code': {
    may: 'seePayments',
    summary: 'The hold code of a loan, such as of a bankruptcy, and the codes that staff can set',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber }),
    answer: z.strictObject({
      /** Empty if the loan has none. */
      holdCode: z.string(),
      /** Another code, or none, waits for a second person. */
      asked: z.boolean(),
      settable: z.array(z.strictObject({ code: z.string(), words: z.string() })),
    }),
  },
  'POST /api/desk/hold-code/change': {
    may: 'correctPayments',
    summary: 'Sets the hold code of a loan; lifts or replaces one once a second person approves',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-hold-code-changed',
    body: z.strictObject({ customerId, accountNumber, wanted: code, before: code, reason }),
    answer: z.strictObject({ outcome: z.enum(['changed', 'asked']) }),
  },
});

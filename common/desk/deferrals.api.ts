import { z } from 'zod';
import { MAX_DEFERRED_AT_ONCE } from '#common/accounts/rules/deferral.ts';
import { accountNumber, customerId, defineDeskApi, reason } from './desk-contract.ts';

const installments = z.number().int().min(1).max(MAX_DEFERRED_AT_ONCE);
const day = z.iso.date();
const newInstallments = z.array(z.strictObject({ firstOn: z.string(), amountCents: z.number() }));
const dates = z.strictObject({ dueOn: z.string().nullable(), lastDueOn: z.string().nullable() });

export const deferralsApi = defineDeskApi({
  'GET /api/desk/deferral': {
    may: 'seePayments',
    summary: 'The due dates of a loan, and what they would be with its next installments deferred',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber, installments: z.coerce.number().pipe(installments) }),
    answer: z.strictObject({
      now: dates,
      /** Null if they can't be deferred. */
      after: dates.nullable(),
      why: z.string(),
      /** Amounts agreed for later payments, on their days after the change. */
      newInstallments,
      /** The days on which nothing is due anymore. */
      deferred: z.array(z.string()),
      /** Installments deferred already in the last twelve months. */
      deferredInYear: z.number(),
      needsApproval: z.boolean(),
      asked: z.boolean(),
      /** The automatic payment on the due date. */
      automatic: z.strictObject({ skipped: z.array(z.string()), next: z.string() }).nullable(),
    }),
  },
  'POST /api/desk/deferral/defer': {
    may: 'correctPayments',
    summary: 'Defers the next installments of a loan, above a limit once a second person approves',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-payments-deferred',
    body: z.strictObject({ customerId, accountNumber, installments, seen: day, reason }),
    answer: z.strictObject({ outcome: z.enum(['deferred', 'asked']) }),
  },
});

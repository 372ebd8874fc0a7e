import { z } from 'zod';
import { accountNumber, customerId, defineDeskApi, done, reason } from './desk-contract.ts';

const dueDay = z.number().int().min(1).max(31);
const day = z.iso.date();
const newInstallments = z.array(z.strictObject({ firstOn: z.string(), amountCents: z.number() }));
const dates = z.strictObject({ dueDay: z.number(), dueOn: z.string().nullable(), lastDueOn: z.string().nullable() });

export const dueDatesApi = defineDeskApi({
  'GET /api/desk/due-date': {
    may: 'seePayments',
    summary: 'The due dates of a loan, and what they would be on another due day',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber, dueDay: z.coerce.number().pipe(dueDay) }),
    answer: z.strictObject({
      now: dates,
      /** Null if the due day can't change to this one. */
      after: dates.nullable(),
      why: z.string(),
      /** Amounts agreed for later payments, on their days after the change. */
      newInstallments,
      /** The automatic payment that moves with the due date. */
      automatic: z.strictObject({ before: z.string(), after: z.string() }).nullable(),
    }),
  },
  'POST /api/desk/due-date/change': {
    may: 'correctPayments',
    summary: 'Moves the due day of a loan, from its next installment on',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-due-date-changed',
    body: z.strictObject({ customerId, accountNumber, dueDay, seen: day, reason }),
    answer: done,
  },
});

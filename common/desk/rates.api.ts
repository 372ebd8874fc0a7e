import { z } from 'zod';
import { accountNumber, customerId, defineDeskApi, done, reason } from './desk-contract.ts';

/** In millionths: 64900 is 6.49%. */
const rate = z.number().int().min(0).max(1_000_000);
const amount = z.number().int();
const day = z.iso.date();

export const ratesApi = defineDeskApi({
  'GET /api/desk/rate': {
    may: 'seePayments',
    summary: 'The rate and payment of a loan, and what they would be after a change',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({
      customerId,
      accountNumber,
      rate: z.coerce.number().pipe(rate),
      from: day,
      newPayment: z.enum(['yes', 'no']),
    }),
    answer: z.strictObject({
      now: z.strictObject({
        rate: z.number(),
        installmentCents: amount,
        /** Agreed already, for a later day. */
        next: z
          .strictObject({
            rate: z.number(),
            from: z.string(),
            /** Why it can't be withdrawn; null if it can. */
            obstacle: z.enum(['NoRateAhead', 'LoanClosed', 'PostedLater']).nullable(),
          })
          .nullable(),
      }),
      /** Null if the rate can't change so. */
      after: z.strictObject({ installmentCents: amount, firstOn: z.string() }).nullable(),
      why: z.string(),
      asked: z.boolean(),
      /** The withdrawal of the agreed change waits for a second person. */
      withdrawalAsked: z.boolean(),
      /** The fixed amount that autopay keeps drawing; null without autopay, or if it draws what is due. */
      automaticCents: amount.nullable(),
    }),
  },
  'POST /api/desk/rate/ask': {
    may: 'correctPayments',
    summary: 'Asks a second person to change the rate of a loan',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-rate-asked',
    body: z.strictObject({
      customerId,
      accountNumber,
      rate,
      from: day,
      newPayment: z.boolean(),
      seenCents: amount,
      reason,
    }),
    answer: z.strictObject({ outcome: z.literal('asked') }),
  },
  'POST /api/desk/rate/ask-withdraw': {
    may: 'correctPayments',
    summary: 'Asks a second person to withdraw the agreed change of a rate before its first day',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-rate-withdrawal-asked',
    body: z.strictObject({
      customerId,
      accountNumber,
      /** The change that is meant. */
      rate,
      from: day,
      reason,
    }),
    answer: done,
  },
});

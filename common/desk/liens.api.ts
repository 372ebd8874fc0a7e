import { z } from 'zod';
import { lienObstacles } from '#common/accounts/rules/lien-release.ts';
import { accountNumber, customerId, defineDeskApi, done, reason } from './desk-contract.ts';

const obstacle = z.enum(lienObstacles).nullable();
const released = z.strictObject({ releasedOn: z.string(), reference: z.string() }).nullable();
const owedCents = z.number().int();
const lien = z.strictObject({
  customerId: z.string(),
  accountNumber: z.string(),
  description: z.string(),
  lastPaidOn: z.string().nullable(),
  owedCents,
  obstacle,
  releasableOn: z.string().nullable(),
  released,
});

export const liensApi = defineDeskApi({
  'GET /api/desk/liens': {
    may: 'correctPayments',
    summary: 'Loans that were paid off and wait for the release of their lien, and those that owe again after it',
    answer: z.strictObject({
      /** The core's own staff releases liens. */
      coreDoesThis: z.boolean(),
      owingAgain: z.array(lien),
      /** The longest paid off; of `waitingCount`. */
      waiting: z.array(lien),
      waitingCount: z.number().int(),
    }),
  },
  'GET /api/desk/lien': {
    may: 'seePayments',
    summary: 'The lien of a loan, and whether its release can be recorded',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber }),
    answer: z.strictObject({
      lastPaidOn: z.string().nullable(),
      owedCents,
      obstacle,
      releasableOn: z.string().nullable(),
      released,
    }),
  },
  'POST /api/desk/lien/release': {
    may: 'correctPayments',
    summary: 'Records that the lien of a paid-off loan was released',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-lien-released',
    body: z.strictObject({
      customerId,
      accountNumber,
      releasedOn: z.iso.date(),
      reference: z.string().trim().min(1).max(60),
      reason,
    }),
    answer: done,
  },
  'POST /api/desk/lien/withdraw': {
    may: 'correctPayments',
    summary: 'Takes back the recorded release of a lien',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-lien-release-withdrawn',
    body: z.strictObject({ customerId, accountNumber, reason }),
    answer: done,
  },
});

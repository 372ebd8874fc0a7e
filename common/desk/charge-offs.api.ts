import { z } from 'zod';
import { chargeOffObstacles } from '#common/accounts/rules/charge-off.ts';
import { accountNumber, customerId, defineDeskApi, done, reason } from './desk-contract.ts';

const amount = z.number().int();

export const chargeOffsApi = defineDeskApi({
  'GET /api/desk/charge-off': {
    may: 'seePayments',
    summary: 'What a loan owes, and whether it can be charged off or is',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber }),
    answer: z.strictObject({
      owedCents: amount,
      /** Principal and charges, which become a loss in the ledger. */
      lossCents: amount,
      principalCents: amount,
      interestCents: amount,
      feesCents: amount,
      /** Scheduled and automatic payments, which end with a charge-off. */
      plannedPayments: z.number(),
      obstacle: z.enum(chargeOffObstacles).nullable(),
      chargedOff: z.strictObject({ on: z.string(), amountCents: amount }).nullable(),
      recoveredCents: amount,
      reversalObstacle: z.enum(['NotChargedOff', 'PostedLater']).nullable(),
      /** The charge-off, or its reversal, waits for a second person. */
      asked: z.boolean(),
      reversalAsked: z.boolean(),
    }),
  },
  'POST /api/desk/charge-off/ask': {
    may: 'correctPayments',
    summary: 'Asks a second person to charge a loan off',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-charge-off-asked',
    /** `seenCents` is the `lossCents` that staff saw. */
    body: z.strictObject({ customerId, accountNumber, seenCents: amount, reason }),
    answer: done,
  },
  'POST /api/desk/charge-off/ask-to-reverse': {
    may: 'correctPayments',
    summary: 'Asks a second person to take back a charge-off that was made in error',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-charge-off-reversal-asked',
    body: z.strictObject({ customerId, accountNumber, reason }),
    answer: done,
  },
});

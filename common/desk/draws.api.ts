import { z } from 'zod';
import { drawObstacles } from '#common/accounts/rules/line-draw.ts';
import { accountNumber, customerId, defineDeskApi, done } from './desk-contract.ts';
import { bankCreditRequest, payoutBankAccount, payoutItem, sentPayoutRequest } from './overpayments.api.ts';

const cents = z.number().int();

export const drawsApi = defineDeskApi({
  'GET /api/desk/draws': {
    may: 'seePayments',
    summary: 'What can be drawn on a line of credit, and what staff recorded as drawn',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber }),
    answer: z.strictObject({
      limitCents: cents,
      principalCents: cents,
      availableCents: cents,
      /** Waits for its bank file, and is not owed yet. */
      unsentCents: cents,
      obstacle: z.enum(drawObstacles).nullable(),
      asked: z.boolean(),
      /** Saved by the customer, and refused by no bank; empty where no bank takes files. */
      bankAccounts: z.array(payoutBankAccount),
      draws: z.array(payoutItem),
    }),
  },
  'POST /api/desk/draws/ask': {
    may: 'correctPayments',
    summary: 'Asks a second person to pay a draw on a line of credit out by check or wire',
    objects: sentPayoutRequest.objects,
    records: 'desk-draw-asked',
    body: sentPayoutRequest.body,
    answer: done,
  },
  'POST /api/desk/draws/ask-bank-credit': {
    may: 'correctPayments',
    summary: "Asks a second person to pay a draw out to the customer's bank with the bank file",
    objects: bankCreditRequest.objects,
    records: 'desk-draw-asked',
    body: bankCreditRequest.body,
    answer: done,
  },
});

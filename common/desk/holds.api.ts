import { z } from 'zod';
import { loanHolds } from '#common/accounts/rules/loan-holds.ts';
import { accountNumber, customerId, defineDeskApi, done, reason } from './desk-contract.ts';

const holds = z.array(z.enum(loanHolds)).max(loanHolds.length);
const loan = { 'body.customerId': 'customer', 'body.accountNumber': 'account' } as const;

export const holdsApi = defineDeskApi({
  'GET /api/desk/holds': {
    may: 'seePayments',
    summary: 'Holds on a loan: a dispute, a payoff lock, and ways to pay that are blocked',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber }),
    answer: z.strictObject({ holds }),
  },
  'POST /api/desk/holds/change': {
    may: 'correctPayments',
    summary: 'Places and lifts holds on a loan',
    objects: loan,
    records: 'desk-holds-changed',
    body: z.strictObject({ customerId, accountNumber, holds, before: holds, reason }),
    answer: done,
  },
});

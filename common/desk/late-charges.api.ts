import { z } from 'zod';
import { accountNumber, customerId, defineDeskApi, reason } from './desk-contract.ts';

export const lateChargesApi = defineDeskApi({
  'GET /api/desk/late-charges': {
    may: 'seePayments',
    summary: 'Late charges and returned-payment fees of a loan that were not waived',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber }),
    answer: z.strictObject({
      charges: z.array(
        z.strictObject({
          chargeId: z.string(),
          kind: z.enum(['late', 'returnedPayment']),
          chargedOn: z.string(),
          amountCents: z.number().int(),
          /** Still owed in full, so it can be waived. */
          owed: z.boolean(),
          needsApproval: z.boolean(),
          asked: z.boolean(),
        }),
      ),
    }),
  },
  'POST /api/desk/late-charges/waive': {
    may: 'correctPayments',
    summary:
      'Waives a late charge or a returned-payment fee, above a limit once a second person approves; the customer is told',
    objects: {
      'body.customerId': 'customer',
      'body.accountNumber': 'account',
      'body.chargeId': { exempt: "looked up among the loan's charges" },
    },
    records: 'desk-late-charge-waived',
    body: z.strictObject({ customerId, accountNumber, chargeId: z.string().min(1).max(40), reason }),
    answer: z.strictObject({ outcome: z.enum(['waived', 'asked']) }),
  },
});

import { z } from 'zod';
import { customerId, defineDeskApi, done, reason } from './desk-contract.ts';

const accountNumber = z.string().trim().min(1).max(40);
const cents = z.number().int();
const chargeId = z.string().min(1).max(40);

/** A payment of the portal, or money that staff received. */
const money = { kind: z.enum(['payment', 'received']), id: z.guid() };

const itsLoan = { exempt: 'looked up among the payments of the customer' } as const;

export const movedPaymentsApi = defineDeskApi({
  'GET /api/desk/moved-payments/preview': {
    may: 'correctPayments',
    summary: 'What moving a payment to another loan would do on both; changes nothing',
    objects: {
      'query.customerId': 'customer',
      'query.id': itsLoan,
      'query.toCustomerId': 'customer',
      'query.toAccountNumber': 'account',
    },
    query: z.strictObject({ customerId, ...money, toCustomerId: customerId, toAccountNumber: accountNumber }),
    answer: z.strictObject({
      totalCents: cents,
      effectiveOn: z.string(),
      fromAccountNumber: z.string(),
      fromPrincipalAfterCents: cents,
      feesCents: cents,
      interestCents: cents,
      principalCents: cents,
      overpaidCents: cents,
      principalAfterCents: cents,
      nextDueOn: z.string().nullable(),
      /** Of the right loan, since the day of the payment and still owed. */
      lateCharges: z.array(z.strictObject({ chargeId, chargedOn: z.string(), amountCents: cents })),
    }),
  },
  'POST /api/desk/moved-payments/ask': {
    may: 'correctPayments',
    summary: 'Asks a second person to move a payment that counts on the wrong loan to the right one',
    objects: {
      'body.customerId': 'customer',
      'body.id': itsLoan,
      'body.toCustomerId': 'customer',
      'body.toAccountNumber': 'account',
      'body.waivedChargeIds[]': { exempt: 'looked up among the late charges of the right loan' },
    },
    records: 'desk-move-asked',
    body: z.strictObject({
      customerId,
      ...money,
      toCustomerId: customerId,
      toAccountNumber: accountNumber,
      waivedChargeIds: z.array(chargeId).max(50),
      reason,
    }),
    answer: done,
  },
});

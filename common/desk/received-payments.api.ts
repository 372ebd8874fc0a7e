import { z } from 'zod';
import { receivedMeans } from '#common/payments/rules/received-payment.ts';
import { accountNumber, customerId, defineDeskApi, instant, reason } from './desk-contract.ts';

const amountCents = z.number().int().min(1);
const receivedOn = z.iso.date();
const cents = z.number().int();

export const receivedPaymentsApi = defineDeskApi({
  'GET /api/desk/received-payments': {
    may: 'seePayments',
    summary: 'Payments of a loan that staff received outside the portal, newest first',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber }),
    answer: z.strictObject({
      received: z.array(
        z.strictObject({
          receivedId: z.string(),
          means: z.enum(receivedMeans),
          reference: z.string(),
          amountCents: cents,
          overpaidCents: cents,
          receivedOn: z.string(),
          recordedBy: z.string(),
          recordedAt: instant,
          takenBackAt: instant.nullable(),
          /** Set once it counts on another loan. */
          movedAt: instant.nullable(),
          /** It was posted to another loan first. */
          movedHere: z.boolean(),
          /** Taking it back, or moving it, waits for a second person. */
          asked: z.boolean(),
        }),
      ),
    }),
  },
  'GET /api/desk/received-payments/preview': {
    may: 'correctPayments',
    summary: 'How a received payment would be applied to the loan; changes nothing',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber, amountCents: z.coerce.number().int().min(1), receivedOn }),
    answer: z.strictObject({
      feesCents: cents,
      interestCents: cents,
      principalCents: cents,
      overpaidCents: cents,
      /** Pays back what was refunded too much. */
      paidBackCents: cents,
      principalAfterCents: cents,
      /** Payments of later days that pay something else after it. */
      appliedAgain: z.number().int(),
      /** Made since the day it was received, and still owed. */
      lateChargesSinceCents: cents,
    }),
  },
  'POST /api/desk/received-payments/receive': {
    may: 'correctPayments',
    summary: 'Posts a payment that was received by check, wire, or at a branch; the customer is told',
    objects: {
      'body.customerId': 'customer',
      'body.accountNumber': 'account',
    },
    records: 'desk-payment-received',
    body: z.strictObject({
      customerId,
      accountNumber,
      means: z.enum(receivedMeans),
      reference: z.string().trim().min(1).max(40),
      amountCents,
      receivedOn,
      reason,
    }),
    answer: z.strictObject({ overpaidCents: cents }),
  },
  'POST /api/desk/received-payments/ask-to-take-back': {
    may: 'correctPayments',
    summary: 'Asks a second person to take back a received payment, such as a returned check',
    objects: {
      'body.customerId': 'customer',
      'body.accountNumber': 'account',
      'body.receivedId': { exempt: "looked up among the loan's received payments" },
    },
    records: 'desk-take-back-asked',
    body: z.strictObject({ customerId, accountNumber, receivedId: z.guid(), reason }),
    answer: z.strictObject({}),
  },
});

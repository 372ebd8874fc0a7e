import { z } from 'zod';
import { customerId, defineDeskApi, done, instant, reason } from './desk-contract.ts';

const cents = z.number().int();
const paymentId = z.uuid();
const recurringId = z.uuid();
const ofPayment = z.strictObject({ customerId, paymentId, reason });
const paymentObjects = { 'body.customerId': 'customer', 'body.paymentId': 'payment' } as const;

const found = z.strictObject({
  paymentId: z.string(),
  reference: z.string(),
  customerId: z.string(),
  accountNumber: z.string(),
  state: z.string(),
  method: z.enum(['Card', 'ACH']),
  lastFour: z.string(),
  totalCents: cents,
  payOn: z.string(),
  stateSince: instant,
});

const listed = found.extend({
  /** Empty if the core did not say. */
  customerName: z.string(),
  /** The bank's, or why else it was returned; empty if it was not. */
  returnCode: z.string(),
});

/** Actions staff may take on the payment now. `refund`, `move` and `releaseAccount` ask a second person. */
const offers = z.array(z.enum(['settle', 'cancel', 'refund', 'move', 'releaseAccount']));

/** Why a bank account may not be drawn on anymore; null if it may. */
export const accountBlock = z
  .strictObject({ code: z.string(), blockedAt: instant, releaseAsked: z.boolean() })
  .nullable();

export const paymentsApi = defineDeskApi({
  'POST /api/desk/payments/find': {
    may: 'seePayments',
    summary:
      "Finds payments by customer's name, confirmation number, total, card or account ending, or trace number; without a text, those that need a person, and those that came back lately",
    records: 'desk-payments-searched',
    body: z.strictObject({ find: z.string().trim().max(60) }),
    answer: z.strictObject({
      payments: z.array(listed),
      /** Sent back by a bank in the last 30 days; empty with a text. */
      returned: z.array(listed),
      schedules: z.array(
        z.strictObject({
          recurringId: z.string(),
          reference: z.string(),
          customerId: z.string(),
          accountNumber: z.string(),
          state: z.string(),
        }),
      ),
    }),
  },
  'GET /api/desk/payment': {
    may: 'seePayments',
    summary: 'A payment with its history: every state with time and cause, and what staff did',
    objects: { 'query.customerId': 'customer', 'query.paymentId': 'payment' },
    query: z.strictObject({ customerId, paymentId }),
    answer: z.strictObject({
      ...found.shape,
      amountCents: cents,
      additionalPrincipalCents: cents,
      feesCents: cents,
      isPayoff: z.boolean(),
      timing: z.string(),
      recurringId: z.string().nullable(),
      /** Why it was declined, returned or not applied; empty if it was not. */
      why: z.string(),
      authorization: z.string(),
      /** What the customer authorized, for a bank draft without an agreement; oldest first, the last one counts. */
      draftAuthorizations: z.array(
        z.strictObject({
          words: z.string(),
          /** Null for the amount due. */
          totalCents: cents.nullable(),
          payOn: z.string(),
          lastFour: z.string(),
          authorizedAt: instant,
          ipAddress: z.string(),
        }),
      ),
      draft: z
        .strictObject({ state: z.string(), fileOn: z.string(), trace: z.string(), heldReason: z.string() })
        .nullable(),
      steps: z.array(z.strictObject({ from: z.string().nullable(), to: z.string(), cause: z.string(), at: instant })),
      /** Newest first. */
      staff: z.array(
        z.strictObject({
          event: z.string(),
          staff: z.string(),
          reason: z.string(),
          evidence: z.string(),
          at: instant,
        }),
      ),
      offers,
      /** Less than this may be refunded in part; null if only the whole payment, or nothing, may be. */
      partBelowCents: cents.nullable(),
      /** Parts that went back, oldest first. */
      refunds: z.array(z.strictObject({ amountCents: cents, refundedBy: z.string(), refundedAt: instant })),
      refundAsked: z.boolean(),
      moveAsked: z.boolean(),
      /** Where it counted before, oldest first. */
      moves: z.array(
        z.strictObject({
          fromAccountNumber: z.string(),
          toCustomerId: z.string(),
          toAccountNumber: z.string(),
          movedBy: z.string(),
          movedAt: instant,
        }),
      ),
      accountBlock,
    }),
  },
  'POST /api/desk/payments/settle': {
    may: 'correctPayments',
    confirmed: true,
    summary: "Puts an unknown outcome to rest; the card processor's own answer counts more than the evidence",
    objects: paymentObjects,
    records: 'desk-payment-settled',
    recordsLate: { exempt: 'the processor and the books decide step by step, and each step has a payment event' },
    body: ofPayment.extend({
      /** Without a claim, only the processor is asked. */
      claim: z
        .strictObject({
          outcome: z.enum(['charged', 'notCharged']),
          /** Such as the authorization in the processor's report. */
          evidence: z.string().trim().min(3).max(200),
        })
        .nullable(),
    }),
    answer: z.strictObject({ state: z.string(), decidedBy: z.enum(['processor', 'evidence']) }),
  },
  'POST /api/desk/payments/cancel': {
    may: 'stopPayments',
    summary: 'Cancels a scheduled payment; the customer is told',
    objects: paymentObjects,
    records: 'desk-payment-cancelled',
    body: ofPayment,
    answer: done,
  },
  'POST /api/desk/payments/ask-refund': {
    may: 'correctPayments',
    summary: 'Asks a second person to refund a payment or a part of it, or to cancel a bank draft that has not left',
    objects: paymentObjects,
    records: 'desk-refund-asked',
    /** Without an amount, all that is left of it. */
    body: ofPayment.extend({ amountCents: z.number().int().min(1).optional() }),
    answer: done,
  },
  'POST /api/desk/payments/ask-release-account': {
    may: 'correctPayments',
    summary: 'Asks a second person to let a bank account be drawn on again that a bank had refused',
    objects: paymentObjects,
    records: 'desk-release-account-asked',
    body: ofPayment,
    answer: done,
  },
  'GET /api/desk/schedule': {
    may: 'seePayments',
    summary: 'A recurring payment',
    objects: { 'query.customerId': 'customer', 'query.recurringId': 'schedule' },
    query: z.strictObject({ customerId, recurringId }),
    answer: z.strictObject({
      recurringId: z.string(),
      reference: z.string(),
      accountNumber: z.string(),
      state: z.string(),
      stateSince: instant,
      option: z.string(),
      nextOn: z.string(),
      /** A hold code of the loan keeps it from being made. */
      paused: z.boolean(),
      /** Null if it draws the total due. */
      totalCents: cents.nullable(),
      method: z.enum(['Card', 'ACH']),
      lastFour: z.string(),
    }),
  },
  'POST /api/desk/payments/stop-schedule': {
    may: 'stopPayments',
    summary: 'Ends a recurring payment; the customer is told',
    objects: { 'body.customerId': 'customer', 'body.recurringId': 'schedule' },
    records: 'desk-schedule-stopped',
    body: z.strictObject({ customerId, recurringId, reason }),
    answer: done,
  },
});

import { z } from 'zod';
import { amount, date, instant, method, number, text } from './wire-values.ts';

/** Payments and postings in the host protocol, with their JSON form and our types. */

const allocation = z.object({ feesCents: amount, interestCents: amount, principalCents: amount });

export const paymentPosting = z.object({
  paymentId: text,
  accountNumber: text,
  effectiveOn: date,
  postedAt: instant,
  amountCents: amount,
  additionalPrincipalCents: amount,
  processingFeeCents: amount,
  method,
});

export const projectedPayment = z.object({
  accountNumber: text,
  effectiveOn: date,
  amountCents: amount,
  additionalPrincipalCents: amount,
  payoffOn: date.exactOptional(),
});

export const paymentProjection = z.object({
  allocation,
  principalAfterCents: amount,
  payoffAfterCents: amount,
  nextDueOn: date.nullable(),
});

export const postedPayment = z.object({
  transferId: text,
  allocation,
  principalAfterCents: amount,
  nextDueOn: date.nullable(),
});

export const paymentReversal = z.object({
  paymentId: text,
  effectiveOn: date,
  postedAt: instant,
  returnFeeCents: amount
    .exactOptional()
    .describe(
      'The fee for a payment that a bank returned, charged to the loan with the reversal, once. Sent only for loans with takesReturnFee.',
    ),
});
export const reversedPayment = z.object({
  transferId: text,
  principalAfterCents: amount,
  keptApplied: z.object({ customerId: text, accountNumber: text, amountCents: amount }).optional(),
});

export const clearingSettlement = z.object({
  key: text,
  description: text,
  method,
  direction: z.enum(['in', 'out']),
  amountCents: amount,
  effectiveOn: date,
  postedAt: instant,
});

export const postingRecord = z.object({ paymentId: text, method, totalCents: amount, reversed: z.boolean() });

export const lateLoansPage = z.object({ on: date, after: text.nullable(), limit: number.min(1).max(1_000) });
export const lateLoans = z.object({ accountNumbers: z.array(text).readonly(), next: text.nullable() });
export const lateCharge = z.object({
  chargeId: text,
  kind: z.enum(['late', 'returnedPayment']).exactOptional().describe('Without it, a late charge.'),
  chargedOn: date,
  amountCents: amount,
  owed: z.boolean(),
});

export const lateChargeReversal = z.object({
  accountNumber: text,
  chargeId: text,
  effectiveOn: date,
  postedAt: instant,
});

export const lateChargeAssessment = z.object({
  on: date,
  postedAt: instant,
  loans: z
    .array(z.object({ accountNumber: text, expectedCents: amount }))
    .max(1_000)
    .readonly(),
});

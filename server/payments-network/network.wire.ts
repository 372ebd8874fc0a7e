import { z } from 'zod';

/**
 * Wire format between the portal and the payments network (docs/card-processor.md); the sandbox uses the same schemas.
 * Requests are strict. Answers may have more fields, so a processor can add some without stopping payments.
 */
export const cardRequest = z.strictObject({
  cardNumber: z.string().regex(/^\d{13,19}$/),
  securityCode: z.string().regex(/^\d{3,4}$/),
  expiration: z.string().regex(/^(0[1-9]|1[0-2])\/\d{2}$/),
  firstName: z.string().max(100),
  lastName: z.string().max(100),
  zipCode: z.string().max(10),
  returnUrl: z.url().max(500).optional(),
});

export const cardAnswer = z.object({
  token: z.string(),
  brand: z.enum(['visa', 'amex', 'master', 'discover']),
  lastFour: z.string(),
  fingerprint: z.string(),
  confirmUrl: z.url().max(2_000).optional(),
});

export const foundCardAnswer = cardAnswer
  .omit({ confirmUrl: true })
  .extend({ expiration: cardRequest.shape.expiration });

export const tokenParams = z.strictObject({ token: z.string().min(1).max(64) });

export const chargeRequest = z.strictObject({
  paymentId: z.string().min(1).max(64),
  token: z.string().max(64),
  amountCents: z.int().min(1).max(100_000_000_000),
  loanNumber: z.string().max(32),
  referenceNumber: z.string().max(32),
  descriptor: z.string().max(22).nullable(),
  returnUrl: z.url().max(500).optional(),
});

const chargeOutcomes = [
  z.object({ state: z.literal('approved'), authorization: z.string() }),
  z.object({
    state: z.literal('declined'),
    reason: z.union([
      z.enum(['Declined', 'OverLimit', 'InvalidInfo', 'Expired', 'ConfirmationRequired', 'NotConfirmed']),
      z.templateLiteral(['Generic - ', z.string().max(200)]),
    ]),
  }),
] as const;

export const chargeAnswer = z.discriminatedUnion('state', [
  ...chargeOutcomes,
  z.object({ state: z.literal('confirm'), url: z.url().max(2_000) }),
]);

export const settleAnswer = z.discriminatedUnion('state', [
  ...chargeOutcomes,
  z.object({ state: z.literal('absent') }),
]);

export const paymentIdParams = z.strictObject({ paymentId: z.string().min(1).max(64) });

export const bankAccountRequest = z.strictObject({
  routingNumber: z.string().regex(/^\d{9}$/),
  accountNumber: z.string().regex(/^\d{1,17}$/),
});

export const bankAccountAnswer = z.object({ drawable: z.boolean() });

export const reportQuery = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
});

const reportedCharge = z.object({
  sequence: z.int(),
  paymentId: z.string(),
  amountCents: z.int(),
  state: z.enum(['approved', 'declined', 'absent']),
  refunded: z.boolean(),
  refundedCents: z.int().min(0).optional(),
});

/** Empty for the whole charge. */
export const refundRequest = z.union([
  z.strictObject({}),
  z.strictObject({ refundId: z.string().min(1).max(64), amountCents: z.int().min(1).max(100_000_000_000) }),
]);

export const reportAnswer = z.object({ charges: z.array(reportedCharge) });

export type ReportedCharge = z.infer<typeof reportedCharge>;

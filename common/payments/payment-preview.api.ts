import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { isoDay, payment, recurringDetails } from './payment-shapes.api.ts';

export const scheduleEffects = [
  /** The loan is paid off, so its recurring payment ends. */
  'RecurringEnds',
  /** Covers the installment of the next recurring payment, which moves on by one period. */
  'RecurringNextMovesOn',
  /** Less is owed than the scheduled payment, which pays only the rest. */
  'ScheduledPaysTheRest',
  /** The loan is paid off, so its scheduled payments are canceled. */
  'ScheduledEnds',
  /** All of the payment is additional principal; it pays no interest and covers no installment. */
  'PrincipalOnly',
] as const;

/** Where a payment would go, by the books on its day. */
export const projectedOutcome = z.strictObject({
  FeesPaid: z.number(),
  InterestPaid: z.number(),
  PrincipalPaid: z.number(),
  BalanceAfter: z.number(),
  NextDueDateAfter: isoDay.nullable(),
  /** The payment clears the loan, with fees and interest. */
  PaysOff: z.boolean(),
});

export type ProjectedOutcome = z.infer<typeof projectedOutcome>;

const preview = z.strictObject({
  ...envelope.shape,
  /** Send it as `Preview` with the submission. */
  Preview: z.string(),
  ValidUntil: z.string(),
  PaymentAmount: z.number(),
  AdditionalPrincipalAmount: z.number(),
  FirstPartyFee: z.number(),
  ThirdPartyFee: z.number(),
  TotalAmount: z.number(),
  /** Pays the line of credit's total due at the time of payment; the amounts are zero. */
  PaysTotalDue: z.boolean(),
  PaymentDate: isoDay,
  /** The day the payment counts on the loan, and a card is charged. */
  DrawnOn: isoDay,
  /** The first day on which the customer's bank takes a draft, by the bank file it leaves with; null for a card. */
  BankTakesOn: isoDay.nullable(),
  /** The balances on that day if nothing else happens; null while the amount isn't known. */
  Outcome: projectedOutcome.nullable(),
  Effects: z.array(z.enum(scheduleEffects)),
  /** Last day it can be deleted; null for an immediate payment. */
  StoppableThrough: isoDay.nullable(),
});

export type PaymentPreview = z.infer<typeof preview>;

const previewRequest = z.strictObject({
  Payment: payment,
  /** The payment method without numbers: a preview must not send card data. */
  Method: z.strictObject({
    IsCard: z.boolean(),
    DebitCreditType: z.enum(['DebitCard', 'CreditCard']).nullable(),
    IsSingleUse: z.boolean(),
    LastFour: z.string().max(4),
  }),
  RecurringDetails: recurringDetails.nullable(),
});

export type PaymentPreviewRequest = z.infer<typeof previewRequest>;

export const paymentPreviewApi = defineApi({
  'POST /api/PaymentPreview': {
    access: 'session',
    summary: "A signed preview of a payment's exact effect; not in P 7",
    objects: { 'body.Payment.Details.LoanAccountNumber': 'account' },
    body: previewRequest,
    answers: { 200: z.union([preview, envelope]) },
  },
});

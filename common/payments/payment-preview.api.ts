import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { isoDay, payment, recurringDetails } from './payment-shapes.api.ts';

/** What a preview says a payment does to what is set up for the loan. */
export const scheduleEffects = [
  /** The loan is paid off: its recurring payment ends. */
  'RecurringEnds',
  /** It pays the installment that the next recurring payment would pay; that one follows a period later. */
  'RecurringNextMovesOn',
  /** Less is left than the scheduled payment: that one pays what is left. */
  'ScheduledPaysTheRest',
  /** The loan is paid off: its scheduled payments are not made. */
  'ScheduledEnds',
] as const;

const preview = z.strictObject({
  ...envelope.shape,
  /** Sent as `Preview` with the submission. */
  Preview: z.string(),
  ValidUntil: z.string(),
  PaymentAmount: z.number(),
  AdditionalPrincipalAmount: z.number(),
  FirstPartyFee: z.number(),
  ThirdPartyFee: z.number(),
  TotalAmount: z.number(),
  /** The total due of the line of credit at the time of payment; the amounts are zero. */
  PaysTotalDue: z.boolean(),
  /** The day of the payment, or of the first one. */
  PaymentDate: isoDay,
  /** The day the money leaves card or bank account. */
  DrawnOn: isoDay,
  /** As the books would have it on that day if nothing else happened; nothing where the amount is not known yet. */
  Outcome: z
    .strictObject({
      FeesPaid: z.number(),
      InterestPaid: z.number(),
      PrincipalPaid: z.number(),
      BalanceAfter: z.number(),
      NextDueDateAfter: isoDay.nullable(),
      /** Nothing is left to pay, fees and interest included. */
      PaysOff: z.boolean(),
    })
    .nullable(),
  Effects: z.array(z.enum(scheduleEffects)),
  /** It can be deleted through this day; nothing for a payment that is made at once. */
  StoppableThrough: isoDay.nullable(),
});

export type PaymentPreview = z.infer<typeof preview>;

const previewRequest = z.strictObject({
  Payment: payment,
  /** What it is drawn from, without any number: for a preview nothing leaves the browser that a vault should keep. */
  Method: z.strictObject({
    IsCard: z.boolean(),
    /** Of a card. */
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
    summary: 'Exactly what a payment would do, signed; beyond P 7',
    objects: { 'body.Payment.Details.LoanAccountNumber': 'account' },
    body: previewRequest,
    answers: { 200: z.union([preview, envelope]) },
  },
});

import { z } from 'zod';
import { defineApi, fileAnswer } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { isoDay, recurringDetails } from './payment-shapes.api.ts';

/** The customer's reference number, or the payment id from the account history. */
const referenceNumber = z.string().regex(/^([0-9A-Z]{4}(-[0-9A-Z]{4}){2}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/);

/** The current state of a payment. `Active`: recurring; `TakenBack`: after a dispute of the card charge. */
const receiptStates = [
  'InProgress',
  'Made',
  'Refused',
  'Scheduled',
  'Active',
  'Ended',
  'Deleted',
  'Returned',
  'NotSent',
  'TakenBack',
  'NotApplied',
  'Refunded',
] as const;

const receipt = z.strictObject({
  ...envelope.shape,
  ReferenceNumber: z.string(),
  State: z.enum(receiptStates),
  /** Why the bank returned it, in the institution's words, with the bank's code; null for another state. */
  ReturnReason: z.string().nullable(),
  /** When the customer submitted it, or when a scheduled or recurring payment ran. */
  SubmittedAt: z.string(),
  CustomerName: z.string(),
  LoanAccountNumber: z.string(),
  Description: z.string(),
  PaymentDate: isoDay,
  RecurringDetails: recurringDetails.nullable(),
  PaymentAmount: z.number(),
  AdditionalPrincipalAmount: z.number(),
  /** The institution's and the processor's fee together. */
  Fee: z.number(),
  TotalAmount: z.number(),
  /** Pays the total due of each day; the amounts are zero. */
  PaysTotalDue: z.boolean(),
  IsPayoff: z.boolean(),
  /** The payment was posted to the loan by mistake and counts on another one. */
  Moved: z
    .strictObject({
      On: isoDay,
      /** Null if the other loan is not the customer's. */
      LoanAccountNumber: z.string().nullable(),
    })
    .nullable(),
  /** Parts that went back to the card, oldest first; the rest counts. */
  Refunds: z.array(z.strictObject({ On: isoDay, Amount: z.number() })),
  Method: z.union([
    z.strictObject({
      IsCard: z.literal(true),
      CardType: z.enum(['visa', 'amex', 'master', 'discover']),
      DebitCreditType: z.enum(['DebitCard', 'CreditCard']),
      LastFour: z.string(),
    }),
    z.strictObject({
      IsCard: z.literal(false),
      AccountType: z.enum(['Checking', 'Savings']),
      BankName: z.string(),
      LastFour: z.string(),
    }),
  ]),
});

export type Receipt = z.infer<typeof receipt>;

/** Not in P 7: the permanent receipt of each payment, on screen and as PDF. */
export const receiptsApi = defineApi({
  'GET /api/Receipt': {
    access: 'session',
    whileViewing: true,
    summary: 'The receipt of a payment, or of a scheduled or recurring one',
    objects: {
      'query.ReferenceNumber': 'receipt',
    },
    query: z.strictObject({ ReferenceNumber: referenceNumber }),
    answers: { 200: receipt },
  },
  'GET /api/Receipt/ViewReceipt': {
    access: 'ticket',
    ticket: { action: 'viewReceipt', parameter: 'UserToken', object: 'query.ReferenceNumber' },
    summary: 'The receipt as PDF in a new tab',
    objects: {
      'query.ReferenceNumber': 'receipt',
    },
    query: z.strictObject({ UserToken: z.string().min(1).max(128), ReferenceNumber: referenceNumber }),
    answers: { 200: fileAnswer },
  },
});

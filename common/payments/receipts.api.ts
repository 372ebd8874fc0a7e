import { z } from 'zod';
import { defineApi, fileAnswer } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { isoDay, recurringDetails } from './payment-shapes.api.ts';

/** As the customer knows it, or the id of the payment that the account history has. */
const referenceNumber = z.string().regex(/^([0-9A-Z]{4}(-[0-9A-Z]{4}){2}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/);

/** What has become of a payment, or of one that was set up, by now. `Active`: it recurs. */
const receiptStates = ['InProgress', 'Made', 'Refused', 'Scheduled', 'Active', 'Ended', 'Deleted', 'Returned'] as const;

const receipt = z.strictObject({
  ...envelope.shape,
  ReferenceNumber: z.string(),
  State: z.enum(receiptStates),
  /** When the customer sent it, or when a payment that was set up ran. */
  SubmittedAt: z.string(),
  CustomerName: z.string(),
  LoanAccountNumber: z.string(),
  Description: z.string(),
  PaymentDate: isoDay,
  /** Of a payment that recurs or was made by one. */
  RecurringDetails: recurringDetails.nullable(),
  PaymentAmount: z.number(),
  AdditionalPrincipalAmount: z.number(),
  /** Of the institution and of the processor together. */
  Fee: z.number(),
  TotalAmount: z.number(),
  /** The amounts are zero: the total due of each day is paid. */
  PaysTotalDue: z.boolean(),
  IsPayoff: z.boolean(),
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

/** Beyond P 7: the permanent receipt of every payment of a customer, on the screen and as PDF. */
export const receiptsApi = defineApi({
  'GET /api/Receipt': {
    access: 'session',
    summary: 'The receipt of a payment, or of one that was set up',
    objects: {
      'query.ReferenceNumber': 'receipt',
    },
    query: z.strictObject({ ReferenceNumber: referenceNumber }),
    answers: { 200: receipt },
  },
  'GET /api/Receipt/ViewReceipt': {
    access: 'ticket',
    ticket: { action: 'viewReceipt', parameter: 'UserToken', object: 'query.ReferenceNumber' },
    summary: 'The same as PDF in a new tab',
    objects: {
      'query.ReferenceNumber': 'receipt',
    },
    query: z.strictObject({ UserToken: z.string().min(1).max(128), ReferenceNumber: referenceNumber }),
    answers: { 200: fileAnswer },
  },
});

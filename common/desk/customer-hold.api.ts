import { z } from 'zod';
import { customerId, defineDeskApi, done, reason } from './desk-contract.ts';

const code = z.string().min(1).max(10);

export const customerHoldApi = defineDeskApi({
  'GET /api/desk/customer-hold': {
    may: 'seePayments',
    summary: 'The loans and logins of a customer, as a hold on all of them would find them',
    objects: { 'query.customerId': 'customer' },
    query: z.strictObject({ customerId }),
    answer: z.strictObject({
      settable: z.array(
        z.strictObject({
          code: z.string(),
          words: z.string(),
          /** Also restricts the logins. */
          isOfDeceased: z.boolean(),
        }),
      ),
      loans: z.array(
        z.strictObject({
          accountNumber: z.string(),
          description: z.string(),
          /** Empty if the loan has none. */
          holdCode: z.string(),
          /** Why no code can be set; null if one can. */
          obstacle: z.enum(['HasCode', 'CoreDoesThis', 'FiguresFromFiles', 'LoanClosed', 'NotALoan']).nullable(),
          plannedPayments: z.number().int(),
        }),
      ),
      logins: z.array(
        z.strictObject({
          loginName: z.string(),
          restricted: z.boolean(),
          /** The code that restricted it, which opens it again; null if it is open, or restricted for another reason. */
          restrictedByCode: z.string().nullable(),
        }),
      ),
      /** Codes whose lifting waits for a second person. */
      asked: z.array(z.string()),
    }),
  },
  'POST /api/desk/customer-hold/place': {
    may: 'correctPayments',
    summary:
      'Sets a hold code on all loans of a customer that have none; one for the deceased also restricts the logins',
    objects: { 'body.customerId': 'customer' },
    records: 'desk-customer-hold-placed',
    body: z.strictObject({ customerId, code, reason }),
    answer: z.strictObject({ loans: z.array(z.string()), logins: z.number().int() }),
  },
  'POST /api/desk/customer-hold/ask-lift': {
    may: 'correctPayments',
    summary: 'Asks to lift a hold code from all loans of a customer that have it',
    objects: { 'body.customerId': 'customer' },
    records: 'desk-customer-hold-lift-asked',
    body: z.strictObject({ customerId, code, reason }),
    answer: done,
  },
  'POST /api/desk/customer-hold/ask-lift-with-logins': {
    may: 'correctPayments',
    andMay: 'restrictLogins',
    summary: 'Asks to lift a hold code from all loans of a customer, and to allow sign-in again that it restricted',
    objects: { 'body.customerId': 'customer' },
    records: 'desk-customer-hold-lift-asked',
    body: z.strictObject({ customerId, code, reason }),
    answer: done,
  },
});

import { z } from 'zod';
import { typeCodes } from './rules/account.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

/** A row of the account list (M 3): amounts in dollars, rates in percent, days as ISO text. */
export const accountListItem = z.strictObject({
  Number: z.string(),
  Type: z.literal(Object.values(typeCodes)),
  Description: z.string(),
  Balance: z.number(),
  AvailableBalance: z.number(),
  Rate: z.number(),
  Comment: z.string(),
  Status: z.string(),
  StatementPreference: z.enum(['', 'Electronic', 'Paper']),
  LoanDueDate: z.string().nullable(),
  LoanAmountDue: z.number(),
  LoanPastDue: z.boolean(),
  MonthlyInstallment: z.number(),
  FeesDue: z.number(),
  NameOnAcct: z.string(),
  OriginalAmount: z.number().nullable(),
  PaymentsLeft: z.number().nullable(),
  /** The day through which the figures are the core's; null if they are current. */
  FiguresAsOf: z.string().nullable(),
});

export type AccountListItem = z.infer<typeof accountListItem>;

export const accountsApi = defineApi({
  'GET /api/accountList': {
    access: 'session',
    whileViewing: true,
    summary: 'All accounts of the signed-in customer',
    answers: { 200: z.strictObject({ ...envelope.shape, Accounts: z.array(accountListItem) }) },
  },
});

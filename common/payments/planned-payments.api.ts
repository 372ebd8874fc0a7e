import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { isoDay } from './payment-shapes.api.ts';

const planned = z.strictObject({
  Date: isoDay,
  IsCard: z.boolean(),
  LastFour: z.string(),
  /** The card's last valid day; null for a bank account or if unknown. */
  CardGoodThrough: isoDay.nullable(),
  /** With fees; null for the total due on that day. */
  Total: z.number().nullable(),
  /** Not made while a hold code of the loan stops payments of its type; missed ones aren't made later. */
  Paused: z.boolean(),
});

export type PlannedItem = z.infer<typeof planned>;

const accountPlans = z.strictObject({
  Number: z.string(),
  /** Of the recurring payment, the next one and those known to follow within 30 days. */
  Autopay: z.array(planned),
  Scheduled: z.array(planned),
});

export type AccountPlansItem = z.infer<typeof accountPlans>;

const plannedPayments = z.strictObject({ ...envelope.shape, Today: isoDay, Accounts: z.array(accountPlans) });

export type PlannedPaymentsAnswer = z.infer<typeof plannedPayments>;

/** Not in P 7: the dashboard asks once for all loans, so that it proposes no payment that is on its way already. */
export const plannedPaymentsApi = defineApi({
  'GET /api/PaymentInformation/GetPlannedPayments': {
    access: 'session',
    whileViewing: true,
    summary: 'What is set up to be paid on each loan of the signed-in customer; loans without any are left out',
    answers: { 200: plannedPayments },
  },
});

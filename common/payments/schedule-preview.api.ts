import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { projectedOutcome } from './payment-preview.api.ts';
import { isoDay, lateShape } from './payment-shapes.api.ts';
import {
  editObjects,
  plannedPaymentObjects,
  plannedPaymentRef,
  recurringEdit,
  recurringEditObjects,
  scheduledEdit,
} from './schedules.api.ts';

/** The next payment if nothing else is paid before. */
const run = z.strictObject({
  DrawnOn: isoDay,
  /** Null when nothing will be due on that day. */
  Amounts: z
    .strictObject({
      PaymentAmount: z.number(),
      AdditionalPrincipalAmount: z.number(),
      FeeAmount: z.number(),
      TotalAmount: z.number(),
    })
    .nullable(),
  Outcome: projectedOutcome.nullable(),
  /** Whether it pays the last installment: the rest of the loan, or only a part of a balloon payment. */
  LastInstallment: z.enum(['none', 'rest', 'balloon']),
});

const changePreview = z.strictObject({
  ...envelope.shape,
  /** The amounts are the total due as known now. */
  PaysTotalDue: z.boolean(),
  /** The next payment without the change. */
  Before: run,
  /** The next payment with the change. */
  After: run,
  Late: lateShape,
});

export type SchedulePreview = z.infer<typeof changePreview>;

/** Previews changing a scheduled or recurring payment; not in P 7. */
export const schedulePreviewApi = defineApi({
  'POST /api/PaymentScheduled/PreviewEdit': {
    access: 'session',
    summary: 'Previews a change of a scheduled payment; changes nothing',
    objects: editObjects,
    gate: { switch: 'paymentOptions.allowScheduledEdit', is: true },
    body: scheduledEdit,
    answers: { 200: z.union([changePreview, envelope]) },
  },
  'POST /api/PaymentRecurring/PreviewEdit': {
    access: 'session',
    summary: 'Previews a change of a recurring payment; changes nothing',
    objects: recurringEditObjects,
    gate: { switch: 'paymentOptions.allowRecurringEdit', is: true },
    body: recurringEdit,
    answers: { 200: z.union([changePreview, envelope]) },
  },
  'POST /api/PaymentRecurring/PreviewSkip': {
    access: 'session',
    summary: 'Previews skipping the next payment; changes nothing',
    objects: plannedPaymentObjects,
    gate: { switch: 'paymentOptions.allowRecurringSkip', is: true },
    body: plannedPaymentRef,
    answers: { 200: z.union([changePreview, envelope]) },
  },
});

import { failed, noErrors } from '#common/contract/answers.ts';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import {
  defaultMethodToWire,
  recurringPaymentToWire,
  scheduledPaymentToWire,
} from '#common/payments/schedules.wire.ts';
import type { schedulePreviewApi } from '#common/payments/schedule-preview.api.ts';
import type { schedulesApi } from '#common/payments/schedules.api.ts';
import type { Result } from '#common/core/results.ts';
import { type Call, type ContractKey, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { deleteRecurring, deleteScheduled } from './delete-planned-payment.command.ts';
import { editRecurring, editScheduled } from './edit-planned-payment.command.ts';
import { sealHandle } from '#server/payments/submit/submission-request.wire.ts';
import {
  type ChangePreviewAnswer,
  previewRecurringEdit,
  previewScheduledEdit,
  previewSkip,
} from './preview-change.command.ts';
import { readPlannedPayments } from './planned-payments-of-loan.ts';
import { recordRecurring, recordScheduled } from './record-planned-payment.ts';
import {
  changePreviewToWire,
  plannedPaymentFromWire,
  recurringEditFromWire,
  scheduledEditFromWire,
} from './schedules.wire.ts';
import { skipRecurring } from './skip-recurring.command.ts';
import {
  type SubmissionAnswer,
  type SubmissionOrigin,
  submitPayment,
} from '#server/payments/submit/submit-payment.command.ts';

/** Scheduled and recurring payments (P 7). */
export const schedulesHandlers: Handlers<typeof schedulesApi> = {
  'GET /api/PaymentInformation/GetScheduledPayments': async ({ query: { accountNumber }, services, session }) => {
    const { clock, database, host } = services;
    const loan = await host.findLoan(session.customerId, accountNumber, clock.today());
    const plannedPayments = await readPlannedPayments(services, database, session, accountNumber, loan ?? null);
    return ok({
      ...noErrors,
      ScheduledPayments: plannedPayments.scheduledPayments.map(scheduledPaymentToWire),
      RecurringPayment: plannedPayments.recurringPayment && recurringPaymentToWire(plannedPayments.recurringPayment),
      DefaultPaymentMethod: plannedPayments.defaultMethod && defaultMethodToWire(plannedPayments.defaultMethod),
      EncryptedData: sealHandle(services, session, accountNumber, clock.now()),
    });
  },

  'POST /api/PaymentScheduled/SubmitCard': async (call) => {
    const submission = { type: 'Card', timing: 'scheduled', body: call.body } as const;
    return ok(toAnswer(await submitPayment(call.services, call.session, submission, originOf(call), recordScheduled)));
  },

  'POST /api/PaymentScheduled/SubmitAch': async (call) => {
    const submission = { type: 'ACH', timing: 'scheduled', body: call.body } as const;
    return ok(toAnswer(await submitPayment(call.services, call.session, submission, originOf(call), recordScheduled)));
  },

  'POST /api/PaymentScheduled/DeleteCard': async ({ body, services, session }) =>
    ok(toChanged(await deleteScheduled(services, session, plannedPaymentFromWire(body), 'Card'))),

  'POST /api/PaymentScheduled/DeleteAch': async ({ body, services, session }) =>
    ok(toChanged(await deleteScheduled(services, session, plannedPaymentFromWire(body), 'ACH'))),

  'POST /api/PaymentScheduled/Edit': async ({ body, ipAddress, services, session }) => {
    const edit = scheduledEditFromWire(body);
    return ok(edit ? toChanged(await editScheduled(services, session, edit, ipAddress)) : failed('Invalid'));
  },

  'POST /api/PaymentRecurring/SubmitCard': async (call) => {
    const submission = { type: 'Card', timing: 'recurring', body: call.body } as const;
    return ok(toAnswer(await submitPayment(call.services, call.session, submission, originOf(call), recordRecurring)));
  },

  'POST /api/PaymentRecurring/SubmitAch': async (call) => {
    const submission = { type: 'ACH', timing: 'recurring', body: call.body } as const;
    return ok(toAnswer(await submitPayment(call.services, call.session, submission, originOf(call), recordRecurring)));
  },

  'POST /api/PaymentRecurring/DeleteCard': async ({ body, services, session }) =>
    ok(toChanged(await deleteRecurring(services, session, plannedPaymentFromWire(body), 'Card'))),

  'POST /api/PaymentRecurring/DeleteAch': async ({ body, services, session }) =>
    ok(toChanged(await deleteRecurring(services, session, plannedPaymentFromWire(body), 'ACH'))),

  'POST /api/PaymentRecurring/Edit': async ({ body, ipAddress, services, session }) => {
    const edit = recurringEditFromWire(body);
    return ok(edit ? toChanged(await editRecurring(services, session, edit, ipAddress)) : failed('Invalid'));
  },

  'POST /api/PaymentRecurring/Skip': async ({ body, services, session }) => {
    const skipped = await skipRecurring(services, session, plannedPaymentFromWire(body));
    if (!skipped.ok) return ok(failed(skipped.error));
    return ok({ ...noErrors, Token: skipped.value.token, NextDate: skipped.value.nextOn });
  },
};

export const schedulePreviewHandlers: Handlers<typeof schedulePreviewApi> = {
  'POST /api/PaymentScheduled/PreviewEdit': async ({ body, services, session }) => {
    const edit = scheduledEditFromWire(body);
    return ok(edit ? toPreview(await previewScheduledEdit(services, session, edit)) : failed('Invalid'));
  },

  'POST /api/PaymentRecurring/PreviewEdit': async ({ body, services, session }) => {
    const edit = recurringEditFromWire(body);
    return ok(edit ? toPreview(await previewRecurringEdit(services, session, edit)) : failed('Invalid'));
  },

  'POST /api/PaymentRecurring/PreviewSkip': async ({ body, services, session }) =>
    ok(toPreview(await previewSkip(services, session, plannedPaymentFromWire(body)))),
};

export function originOf(call: Pick<Call<ContractKey>, 'header' | 'ipAddress' | 'siteUrl'>): SubmissionOrigin {
  const { header, ipAddress, siteUrl } = call;
  return { header: header(IDEMPOTENCY_HEADER), ipAddress, siteUrl };
}

export function toAnswer(answer: SubmissionAnswer) {
  return answer.ok ? { ...noErrors, ReferenceNumber: answer.value.referenceNumber } : failed(answer.error);
}

function toChanged(answer: Result<string>) {
  return answer.ok ? { ...noErrors, Token: answer.value } : failed(answer.error);
}

function toPreview(answer: ChangePreviewAnswer) {
  return answer.ok ? changePreviewToWire(answer.value) : failed(answer.error);
}

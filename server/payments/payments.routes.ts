import type { draftAgreementsApi } from '#common/payments/draft-agreements.api.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import type { paymentPreviewApi } from '#common/payments/payment-preview.api.ts';
import type { paymentsApi } from '#common/payments/payments.api.ts';
import type { plannedPaymentsApi } from '#common/payments/planned-payments.api.ts';
import type { receiptsApi } from '#common/payments/receipts.api.ts';
import type { schedulePreviewApi } from '#common/payments/schedule-preview.api.ts';
import type { schedulesApi } from '#common/payments/schedules.api.ts';
import type { submissionOutcomeApi } from '#common/payments/submission-outcome.api.ts';
import { submissionOutcomeToWire } from '#common/payments/submission-outcome.wire.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { draftAgreementsHandlers } from './authorizations/draft-agreements.routes.ts';
import { getPaymentInfo } from './payment-info.ts';
import { listPlannedPayments } from './schedules/list-planned-payments.ts';
import { paymentMethodsHandlers } from './methods/payment-methods.routes.ts';
import { previewRequestFromWire, previewToWire } from './submit/payment-preview.wire.ts';
import { previewPayment } from './submit/preview-payment.command.ts';
import { chargeSubmitted } from './settlement/charge-card.ts';
import { receiptToWire } from './settlement/receipt.wire.ts';
import { printReceipt, readReceipt } from './settlement/receipt-page.ts';
import { originOf, schedulePreviewHandlers, schedulesHandlers, toAnswer } from './schedules/schedules.routes.ts';
import { endConfirmation, readSubmissionOutcome } from './submit/submission-outcome.ts';
import { recordImmediate } from './submit/record-submission.command.ts';
import { submitPayment } from './submit/submit-payment.command.ts';

type PaymentFlowApi = typeof paymentsApi &
  typeof plannedPaymentsApi &
  typeof schedulePreviewApi &
  typeof schedulesApi &
  typeof paymentPreviewApi &
  typeof draftAgreementsApi &
  typeof submissionOutcomeApi &
  typeof receiptsApi;

/** The payment flow (P 7). */
export const paymentsHandlers: Handlers<PaymentFlowApi> = {
  ...paymentMethodsHandlers,
  ...schedulePreviewHandlers,
  ...schedulesHandlers,
  ...draftAgreementsHandlers,

  'GET /api/PaymentInformation/GetPaymentInfo': getPaymentInfo,

  'GET /api/PaymentInformation/GetPlannedPayments': listPlannedPayments,

  'POST /api/PaymentPreview': async ({ body, services, session }) => {
    const request = previewRequestFromWire(body);
    if (!request) return ok(failed('Invalid'));
    const preview = await previewPayment(services, session, request);
    return ok(preview.ok ? previewToWire(preview.value) : failed(preview.error));
  },

  'GET /api/Submission/GetOutcome': async ({ query, services, session }) =>
    ok(submissionOutcomeToWire(await readSubmissionOutcome(services, session, query.key))),

  'POST /api/Submission/EndConfirmation': async ({ body, services, session }) =>
    ok(submissionOutcomeToWire(await endConfirmation(services, session, { key: body.Key, givesUp: body.GiveUp }))),

  'GET /api/Receipt': async ({ query, services, session }) =>
    ok(receiptToWire(await readReceipt(services, session, query.ReferenceNumber))),

  'GET /api/Receipt/ViewReceipt': async ({ query, services, session }) =>
    ok(await printReceipt(services, session, query.ReferenceNumber)),

  'POST /api/PaymentImmediate/SubmitCard': async (call) => {
    const submission = { type: 'Card', timing: 'immediate', body: call.body } as const;
    const { services, session } = call;
    return ok(
      toAnswer(await submitPayment(services, session, submission, originOf(call), recordImmediate, chargeSubmitted)),
    );
  },

  'POST /api/PaymentImmediate/SubmitAch': async (call) => {
    const submission = { type: 'ACH', timing: 'immediate', body: call.body } as const;
    const answer = await submitPayment(call.services, call.session, submission, originOf(call), recordImmediate);
    if (!answer.ok) return ok(failed(answer.error));
    return ok({ ...noErrors, ReferenceNumber: answer.value.referenceNumber, Pending: answer.value.pending });
  },
};

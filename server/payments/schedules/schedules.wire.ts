import { noErrors } from '#common/contract/answers.ts';
import { findDay } from '#common/core/dates.ts';
import { addCents, fromWireAmount, toWireAmount } from '#common/core/money.ts';
import { latenessToWire } from '#common/payments/lateness.wire.ts';
import type { SchedulePreview } from '#common/payments/schedule-preview.api.ts';
import type { RecurringEditBody, ScheduledEditBody } from '#common/payments/schedules.api.ts';
import { outcomeToWire } from '#common/payments/payment-preview.wire.ts';
import { recurringPlan } from '#server/payments/submit/submission-request.wire.ts';
import type { RecurringEdit, ScheduledEdit, WantedEdit } from './check-edit.ts';
import type { PlannedPaymentRef } from './delete-planned-payment.command.ts';
import type { ChangePreview, ProjectedRun } from './preview-change.command.ts';

export function plannedPaymentFromWire({
  Token,
  Payment,
}: Pick<ScheduledEditBody, 'Token' | 'Payment'>): PlannedPaymentRef {
  return { token: Token, handle: Payment.EncryptedString, accountNumber: Payment.LoanAccountNumber };
}

/** Returns undefined if a day or amount is invalid. */
export function scheduledEditFromWire(body: ScheduledEditBody): ScheduledEdit | undefined {
  const wanted = wantedFromWire(body);
  return wanted && { named: plannedPaymentFromWire(body), wanted, replacement: replacementFromWire(body) };
}

/** Returns undefined if a day or amount is invalid. */
export function recurringEditFromWire(body: RecurringEditBody): RecurringEdit | undefined {
  const edit = scheduledEditFromWire(body);
  const additionalPrincipalCents = fromWireAmount(body.AdditionalPrincipalAmount);
  if (!edit || additionalPrincipalCents === undefined) return undefined;
  const plan = recurringPlan(body.RecurringDetails);
  return {
    ...edit,
    wanted: { ...edit.wanted, additionalPrincipalCents, plan },
    agreementToken: body.AchDraftAgreementToken ?? null,
  };
}

function wantedFromWire(body: ScheduledEditBody): WantedEdit | undefined {
  const payOn = findDay(body.PaymentDate);
  const amountCents = fromWireAmount(body.PaymentAmount);
  const firstPartyCents = fromWireAmount(body.FirstPartyFee);
  const thirdPartyCents = fromWireAmount(body.ThirdPartyFee);
  if (!payOn || amountCents === undefined || firstPartyCents === undefined || thirdPartyCents === undefined) {
    return undefined;
  }
  return { payOn, amountCents, fees: { firstPartyCents, thirdPartyCents } };
}

function replacementFromWire({ Method: method }: ScheduledEditBody): ScheduledEdit['replacement'] {
  return method && { type: method.IsCard ? 'Card' : 'ACH', profileId: method.ProfileId };
}

export function changePreviewToWire({ paysTotalDue, before, after, lateness }: ChangePreview): SchedulePreview {
  return {
    ...noErrors,
    PaysTotalDue: paysTotalDue,
    Before: runToWire(before),
    After: runToWire(after),
    Late: latenessToWire(lateness),
  };
}

function runToWire({ drawnOn, amounts, feeCents, outcome, lastInstallment }: ProjectedRun): SchedulePreview['After'] {
  return {
    DrawnOn: drawnOn,
    Amounts: amounts && {
      PaymentAmount: toWireAmount(amounts.amountCents),
      AdditionalPrincipalAmount: toWireAmount(amounts.additionalPrincipalCents),
      FeeAmount: toWireAmount(feeCents),
      TotalAmount: toWireAmount(addCents(amounts.amountCents, amounts.additionalPrincipalCents, feeCents)),
    },
    Outcome: outcome && outcomeToWire(outcome),
    LastInstallment: lastInstallment,
  };
}

import { defaultMethodToWire } from '#common/payments/schedules.wire.ts';
import { type ChangeComparison, changeFromWire } from '#common/payments/schedule-preview.wire.ts';
import type { SchedulePreview } from '#common/payments/schedule-preview.api.ts';
import type { Day } from '#common/core/dates.ts';
import { type Cents, toWireAmount } from '#common/core/money.ts';
import type { PaymentFees } from '#common/payments/rules/fees.ts';
import type { Recurrence } from '#common/payments/rules/recurring-dates.ts';
import type { RecurringPayment, SavedMethod, ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { call, type CallResult } from '#web/data/client.ts';
import type { Failure } from '#web/data/use-action.ts';
import { refreshLoanInfo } from '#web/payments/refresh-loan-info.ts';
import { queryClient } from '#web/data/query-client.ts';
import { type PlannedPayments, plannedPaymentsQuery } from './planned-payments-data.ts';

/** A payment of a loan's list, with the list's token. */
export interface Named<Payment extends ScheduledPayment | RecurringPayment> {
  readonly accountNumber: string;
  readonly token: string;
  readonly payment: Payment;
}

/** The payment was changed elsewhere, so nothing more can be done with it as it was shown. */
export function isOutdated(failure: Failure | null): boolean {
  return failure?.kind === 'refused' && failure.codes.includes('PaymentChanged');
}

type Changed = CallResult<{ readonly Token: string }>;

export async function deleteScheduled(named: Named<ScheduledPayment>): Promise<Changed> {
  const body = namedToWire(named);
  const result =
    named.payment.type === 'Card'
      ? await call('POST /api/PaymentScheduled/DeleteCard', { body })
      : await call('POST /api/PaymentScheduled/DeleteAch', { body });
  return settle(named, result, (before) => ({
    ...before,
    scheduled: before.scheduled.filter(({ handle }) => handle !== named.payment.handle),
  }));
}

export async function deleteRecurring(named: Named<RecurringPayment>): Promise<Changed> {
  const body = namedToWire(named);
  const result =
    named.payment.type === 'Card'
      ? await call('POST /api/PaymentRecurring/DeleteCard', { body })
      : await call('POST /api/PaymentRecurring/DeleteAch', { body });
  return settle(named, result, (before) => ({ ...before, recurring: null }));
}

export async function skipRecurring(named: Named<RecurringPayment>): Promise<Changed> {
  return settle(named, await call('POST /api/PaymentRecurring/Skip', { body: namedToWire(named) }));
}

/** The new values; null keeps the method. */
export interface PaymentChange {
  readonly payOn: Day;
  readonly amountCents: Cents;
  readonly fees: PaymentFees;
  readonly method: SavedMethod | null;
}

export interface RecurringChange extends PaymentChange {
  readonly additionalPrincipalCents: Cents;
  readonly recurrence: Pick<Recurrence, 'option' | 'daysBeforeDue'>;
}

/** A change with its agreement's token, if required. */
export interface AgreedChange extends RecurringChange {
  readonly draftAgreementToken: string | null;
}

export async function editScheduled(named: Named<ScheduledPayment>, change: PaymentChange): Promise<Changed> {
  const body = { ...namedToWire(named), ...changeToWire(change) };
  return settle(named, await call('POST /api/PaymentScheduled/Edit', { body }));
}

export async function editRecurring(named: Named<RecurringPayment>, change: AgreedChange): Promise<Changed> {
  const body = {
    ...namedToWire(named),
    ...recurringChangeToWire(change),
    AchDraftAgreementToken: change.draftAgreementToken,
  };
  return settle(named, await call('POST /api/PaymentRecurring/Edit', { body }));
}

export type PreviewAnswer = CallResult<ChangeComparison>;

export async function previewScheduledEdit(
  named: Named<ScheduledPayment>,
  change: PaymentChange,
): Promise<PreviewAnswer> {
  const body = { ...namedToWire(named), ...changeToWire(change) };
  return toComparison(named, await call('POST /api/PaymentScheduled/PreviewEdit', { body }));
}

export async function previewRecurringEdit(
  named: Named<RecurringPayment>,
  change: RecurringChange,
): Promise<PreviewAnswer> {
  const body = { ...namedToWire(named), ...recurringChangeToWire(change) };
  return toComparison(named, await call('POST /api/PaymentRecurring/PreviewEdit', { body }));
}

export async function previewSkip(named: Named<RecurringPayment>): Promise<PreviewAnswer> {
  return toComparison(named, await call('POST /api/PaymentRecurring/PreviewSkip', { body: namedToWire(named) }));
}

function toComparison(
  { accountNumber }: Named<ScheduledPayment | RecurringPayment>,
  result: CallResult<SchedulePreview>,
): PreviewAnswer {
  if (result.kind === 'answer') return { ...result, body: changeFromWire(result.body) };
  if (isOutdated(result))
    void queryClient.invalidateQueries({ queryKey: plannedPaymentsQuery(accountNumber).queryKey });
  return result;
}

function namedToWire({ accountNumber, token, payment }: Named<ScheduledPayment | RecurringPayment>) {
  return { Token: token, Payment: { EncryptedString: payment.handle, LoanAccountNumber: accountNumber } };
}

function changeToWire({ payOn, amountCents, fees, method }: PaymentChange) {
  return {
    PaymentDate: payOn,
    PaymentAmount: toWireAmount(amountCents),
    FirstPartyFee: toWireAmount(fees.firstPartyCents),
    ThirdPartyFee: toWireAmount(fees.thirdPartyCents),
    Method: method && defaultMethodToWire(method),
  };
}

function recurringChangeToWire(change: RecurringChange) {
  return {
    ...changeToWire(change),
    AdditionalPrincipalAmount: toWireAmount(change.additionalPrincipalCents),
    RecurringDetails: {
      RecurringOption: change.recurrence.option,
      DaysBeforeDue: change.recurrence.daysBeforeDue,
    },
  };
}

/**
 * Reloads the loan info and the list. If the list fails, applies the change to the cached list, with the answer's token
 * (C-054).
 */
async function settle(
  { accountNumber }: Named<ScheduledPayment | RecurringPayment>,
  result: Changed,
  change: (before: PlannedPayments) => PlannedPayments = (before) => before,
): Promise<Changed> {
  const { queryKey } = plannedPaymentsQuery(accountNumber);
  // The list comes last, so everything else is up to date when it shows the change.
  await refreshLoanInfo(accountNumber);
  await queryClient.invalidateQueries({ queryKey });
  if (result.kind === 'answer' && queryClient.getQueryState(queryKey)?.status !== 'success') {
    const token = result.body.Token;
    queryClient.setQueryData(queryKey, (before) => before && { ...change(before), token });
  }
  return result;
}

import type { Day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { recurringChange, scheduledChange } from '#common/payments/rules/changes.ts';
import { hostMessages, recurringNotDeletable, scheduledNotChangeable } from '#common/payments/rules/host-messages.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import type { LoanToDraw } from '#server/host/host.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import type { Services } from '#server/services.ts';
import { deleteDraftInstruction } from './draft-instructions.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { openPlannedPaymentHandle } from '#server/payments/schedules/planned-payments-of-loan.ts';
import { openHandle, sealHandle } from '#server/payments/submit/submission-request.wire.ts';
import { movePayment, type PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { findPayment, hasUnsettledPayment, type Payment } from '#server/payments/payments.queries.ts';
import { lockActiveRecurring, lockRecurring, type Recurring, updateRecurring } from './recurring-payments.queries.ts';
import { lockScheduledPayment, lockScheduledPayments } from './scheduled-payments.queries.ts';
import { plannedPaymentDeletedMail } from './planned-payment-mails.ts';

/** The scheduled or recurring payment named by the client, and the handle of the visit. */
export interface PlannedPaymentRef {
  readonly token: string;
  readonly handle: string;
  readonly accountNumber: string;
}

export type ChangeError = SubmissionError;

/** The handle that replaces the one sent (C-054). */
export type ChangeAnswer = Result<string, ChangeError>;

/**
 * Deletes a scheduled payment that hasn't been submitted. The row is locked, so the submitting job runs before or
 * after.
 */
export function deleteScheduled(
  services: Services,
  session: Session,
  named: PlannedPaymentRef,
  type: PaymentType,
): Promise<ChangeAnswer> {
  return changePlannedPayment(services, session, named, async (transaction, paymentId, moment) => {
    const payment = await lockOwnPayment(transaction, session, named, paymentId);
    if (payment?.methodType !== type) return failure('Deleting');
    const released = payment.state !== 'scheduled';
    if (!scheduledChange('delete', { released }, paymentSettings(services)).allowed) {
      return failure(scheduledNotChangeable(type));
    }
    await cancelScheduled(services, transaction, session, payment, moment);
    return success(undefined);
  });
}

/** Deletes the recurring payment of a loan, unless one of its payments is in progress. */
export function deleteRecurring(
  services: Services,
  session: Session,
  named: PlannedPaymentRef,
  type: PaymentType,
): Promise<ChangeAnswer> {
  return changePlannedPayment(services, session, named, async (transaction, recurringId, moment) => {
    const recurring = await lockOwnRecurring(transaction, session, named, recurringId);
    if (recurring?.method.type !== type) return failure('Deleting');
    if (await hasUnsettledPayment(transaction, named.accountNumber)) {
      return failure(hostMessages.recurringNotDeletableNow);
    }
    if (!recurringChange('delete', { released: false }, paymentSettings(services)).allowed) {
      return failure(recurringNotDeletable(type));
    }
    await cancelRecurring(services, transaction, session, recurring, moment);
    return success(undefined);
  });
}

export async function cancelAllOfLoan(
  services: Services,
  transaction: Transaction,
  session: Session,
  accountNumber: string,
  moment: Moment,
): Promise<Result<void, ChangeError>> {
  const settings = paymentSettings(services);
  const notReleased = { released: false };
  const scheduled = await lockScheduledPayments(transaction, accountNumber);
  const recurring = await lockActiveRecurring(transaction, accountNumber);
  if (scheduled.length === 0 && !recurring) return success(undefined);
  if (await isUnderMaintenance(transaction)) return failure(hostMessages.nightlyProcessing);
  for (const { methodType } of scheduled) {
    if (!scheduledChange('delete', notReleased, settings).allowed) return failure(scheduledNotChangeable(methodType));
  }
  if (recurring && (await hasUnsettledPayment(transaction, accountNumber))) {
    return failure(hostMessages.recurringNotDeletableNow);
  }
  if (recurring && !recurringChange('delete', notReleased, settings).allowed) {
    return failure(recurringNotDeletable(recurring.method.type));
  }
  for (const payment of scheduled) await cancelScheduled(services, transaction, session, payment, moment);
  if (recurring) await cancelRecurring(services, transaction, session, recurring, moment);
  return success(undefined);
}

/** The user whose payment it is, and who decided it for them, if anyone. A session will do. */
export interface PlannedPaymentCanceller {
  readonly userId: number;
  readonly decision?: PaymentDecision;
}

/** Requires the row lock. */
export async function cancelScheduled(
  services: Services,
  transaction: Transaction,
  by: PlannedPaymentCanceller,
  { paymentId, referenceNumber, customerId, accountNumber, payOn }: Payment,
  moment: Moment,
): Promise<void> {
  await movePayment(transaction, paymentId, {
    change: { to: 'cancelled' },
    cause: by.decision ? 'operator' : 'customer',
    at: moment.at,
  });
  await deleteDraftInstruction(transaction, paymentId);
  await services.audit.record(transaction, {
    event: 'payment-cancelled',
    userId: by.userId,
    details: { paymentId, referenceNumber, ...by.decision },
  });
  await tell(services, transaction, { id: paymentId, customerId, accountNumber, on: payOn }, moment);
}

export async function cancelRecurring(
  services: Services,
  transaction: Transaction,
  by: PlannedPaymentCanceller,
  { recurringId, referenceNumber, customerId, accountNumber, nextOn, runOn }: Recurring,
  moment: Moment,
): Promise<void> {
  const event = { name: 'cancelled', on: nextOn, at: moment.at } as const;
  await updateRecurring(transaction, recurringId, { state: 'cancelled' }, event);
  await deleteDraftInstruction(transaction, recurringId);
  await services.audit.record(transaction, {
    event: 'recurring-payment-cancelled',
    userId: by.userId,
    details: { recurringId, referenceNumber, ...by.decision },
  });
  await tell(services, transaction, { id: recurringId, customerId, accountNumber, on: runOn }, moment);
}

export type PlannedPaymentWork<Value> = (
  transaction: Transaction,
  id: string,
  moment: Moment,
  loan: HostLoan,
  /** As of the day of the changed payment, if it was asked for. */
  drawn: LoanToDraw | undefined,
) => Promise<Result<Value, ChangeError>>;

/** Returns the day on which the changed payment is drawn. */
type DayOfChanged = (loan: HostLoan, today: Day) => Day | undefined;

/** Changes a scheduled or recurring payment under the account's guard, and issues a new handle for the visit. */
export async function changePlannedPayment(
  services: Services,
  session: Session,
  named: PlannedPaymentRef,
  change: PlannedPaymentWork<void>,
  dayOfChanged?: DayOfChanged,
): Promise<ChangeAnswer> {
  const { accountNumber } = named;
  const work: PlannedPaymentWork<void> = async (transaction, ...known) => {
    const answer = await change(transaction, ...known);
    // Makes pending announcements for the old terms fail.
    if (answer.ok) await raiseGuard(transaction, accountSubject(accountNumber));
    return answer;
  };
  const changed = await withPlannedPayment(services, session, named, work, dayOfChanged);
  return changed.ok ? success(sealHandle(services, session, accountNumber, services.clock.now())) : changed;
}

/** Opens the handles, and reads the payment and its loan under the account's guard. */
export async function withPlannedPayment<Value>(
  services: Services,
  session: Session,
  { token, handle, accountNumber }: PlannedPaymentRef,
  work: PlannedPaymentWork<Value>,
  dayOfChanged?: DayOfChanged,
): Promise<Result<Value, ChangeError>> {
  const moment = services.clock.moment();
  const visit = openHandle(services, session, accountNumber, token, moment.at);
  const payment = openPlannedPaymentHandle(services, session, accountNumber, handle);
  if (!visit || visit.expired || !payment) return failure('Deleting');
  const { host } = services;
  const read = async () => {
    const loan = await host.findLoan(session.customerId, accountNumber, moment.today);
    const on = loan && dayOfChanged?.(loan, moment.today);
    return { loan, drawn: on && (await host.findLoanToDraw(session.customerId, accountNumber, on)) };
  };
  return readThenChange(services.database, accountSubject(accountNumber), read, async (transaction, known) => {
    if (await isUnderMaintenance(transaction)) return failure(hostMessages.nightlyProcessing);
    const { loan, drawn } = known;
    return loan ? work(transaction, payment.id, moment, loan, drawn) : failure('Deleting');
  });
}

/** Returns the customer's payment in any state; locks it if it is still scheduled. */
export async function lockOwnPayment(
  transaction: Transaction,
  { customerId }: Session,
  { accountNumber }: PlannedPaymentRef,
  paymentId: string,
): Promise<Payment | undefined> {
  const payment = (await lockScheduledPayment(transaction, paymentId)) ?? (await findPayment(transaction, paymentId));
  return payment?.customerId === customerId && payment.accountNumber === accountNumber ? payment : undefined;
}

/** Returns only an active one. */
export async function lockOwnRecurring(
  transaction: Transaction,
  { customerId }: Session,
  { accountNumber }: Pick<PlannedPaymentRef, 'accountNumber'>,
  recurringId: string,
): Promise<Recurring | undefined> {
  const recurring = await lockRecurring(transaction, recurringId);
  const own = recurring?.customerId === customerId && recurring.accountNumber === accountNumber;
  return own && recurring.state === 'active' ? recurring : undefined;
}

async function tell(
  services: Services,
  transaction: Transaction,
  deleted: Parameters<typeof plannedPaymentDeletedMail>[1] & { readonly customerId: string },
  { at }: Moment,
): Promise<void> {
  await mailCustomer(
    services,
    transaction,
    deleted.customerId,
    plannedPaymentDeletedMail(services.institution, deleted),
    at,
  );
}

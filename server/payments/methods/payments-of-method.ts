import { toWireAmount } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { recurringChange, scheduledChange } from '#common/payments/rules/changes.ts';
import { firstPartyFee, type PaymentFees, processingFee, thirdPartyFee } from '#common/payments/rules/fees.ts';
import { hostMessages, recurringNotDeletable, scheduledNotChangeable } from '#common/payments/rules/host-messages.ts';
import type { PaymentTiming } from '#common/payments/rules/payment-types.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import type { Moment } from '#server/platform/clock.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import type { Services } from '#server/services.ts';
import type { RecurringEdit, ScheduledEdit } from '#server/payments/schedules/check-edit.ts';
import {
  cancelRecurring,
  cancelScheduled,
  type PlannedPaymentRef,
} from '#server/payments/schedules/delete-planned-payment.command.ts';
import { indexBankAccount } from '#server/payments/settlement/bank-drafts.queries.ts';
import { readDraftInstruction } from '#server/payments/schedules/draft-instructions.queries.ts';
import { editRecurring, editScheduled } from '#server/payments/schedules/edit-planned-payment.command.ts';
import {
  findSavedBankAccount,
  findSavedCard,
  lockSavedMethod,
  type MethodReference,
} from './payment-methods.queries.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { hasUnsettledPayment, type Payment } from '#server/payments/payments.queries.ts';
import {
  listActiveOfUser,
  lockRecurring,
  type Recurring,
} from '#server/payments/schedules/recurring-payments.queries.ts';
import { listScheduledOfUser, lockScheduledPayment } from '#server/payments/schedules/scheduled-payments.queries.ts';
import {
  type PlannedPaymentHandle,
  sealPlannedPaymentHandle,
  termsOfRecurring,
  termsOfScheduled,
} from '#server/payments/schedules/planned-payments-of-loan.ts';
import { sealHandle } from '#server/payments/submit/submission-request.wire.ts';
import type { ResolvedMethod } from './submission-method.ts';
import { lookUpMethod } from '#server/payments/methods/usable-methods.ts';

export interface PaymentsOfMethod {
  readonly scheduled: readonly Payment[];
  readonly recurring: readonly Recurring[];
}

const none: PaymentsOfMethod = { scheduled: [], recurring: [] };

/** Covers all the user's loans. */
export async function listPaymentsOf(
  services: Services,
  transaction: Transaction,
  { userId }: Pick<Session, 'userId'>,
  { type, profileId }: MethodReference,
): Promise<PaymentsOfMethod> {
  const scheduled = await listScheduledOfUser(transaction, userId, type);
  const recurring = await listActiveOfUser(transaction, userId, type);
  if (type === 'Card') {
    const card = await findSavedCard(transaction, userId, profileId);
    if (!card) return none;
    const isOfCard = ({ method }: Payment | Recurring) => method.type === 'Card' && method.token === card.card_token;
    return { scheduled: scheduled.filter(isOfCard), recurring: recurring.filter(isOfCard) };
  }
  const account = await findSavedBankAccount(transaction, userId, profileId);
  if (!account) return none;
  const index = Buffer.from(account.account_index);
  const isOfAccount = async (id: string) =>
    index.equals(indexBankAccount(services, await readDraftInstruction(services, transaction, id)));
  return {
    scheduled: await filterAsync(scheduled, ({ paymentId }) => isOfAccount(paymentId)),
    recurring: await filterAsync(recurring, ({ recurringId }) => isOfAccount(recurringId)),
  };
}

/** Stops all payments that use a saved method. Checks all of them first, so a refusal changes nothing. */
export async function stopPaymentsOf(
  services: Services,
  transaction: Transaction,
  session: Session,
  method: MethodReference,
  moment: Moment,
): Promise<Result<void, SubmissionError>> {
  const listed = await listPaymentsOf(services, transaction, session, method);
  const accounts = [...listed.scheduled, ...listed.recurring].map(({ accountNumber }) => accountNumber);
  if (accounts.length === 0) return success(undefined);
  if (await isUnderMaintenance(transaction)) return failure(hostMessages.nightlyProcessing);
  // A fixed lock order, so two customers of one loan can't deadlock.
  for (const accountNumber of [...new Set(accounts)].toSorted()) {
    await lockGuard(transaction, accountSubject(accountNumber));
  }
  // Before its payments, as a bank's notice of change locks them.
  await lockSavedMethod(transaction, session.userId, method);
  const settings = paymentSettings(services);
  const notReleased = { released: false };
  for (const { paymentId } of listed.scheduled) {
    if (!(await lockScheduledPayment(transaction, paymentId))) return failure(scheduledNotChangeable(method.type));
  }
  if (listed.scheduled.length > 0 && !scheduledChange('delete', notReleased, settings).allowed) {
    return failure(scheduledNotChangeable(method.type));
  }
  if (listed.recurring.length > 0 && !recurringChange('delete', notReleased, settings).allowed) {
    return failure(recurringNotDeletable(method.type));
  }
  for (const { recurringId, accountNumber } of listed.recurring) {
    const locked = await lockRecurring(transaction, recurringId);
    if (locked?.state !== 'active' || (await hasUnsettledPayment(transaction, accountNumber))) {
      return failure(hostMessages.recurringNotDeletableNow);
    }
  }
  for (const payment of listed.scheduled) await cancelScheduled(services, transaction, session, payment, moment);
  for (const recurring of listed.recurring) await cancelRecurring(services, transaction, session, recurring, moment);
  return success(undefined);
}

export interface Replaced {
  readonly referenceNumber: string;
  readonly error: SubmissionError | null;
}

/**
 * Moves payments to another saved method, each checked like a change. One that can't be changed stays as it is and is
 * returned with the reason.
 * @param agreed the fee shown for each payment, by reference number
 */
export async function replaceInPayments(
  services: Services,
  session: Session,
  payments: PaymentsOfMethod,
  replacement: MethodReference,
  { agreed, ipAddress }: { readonly agreed: ReadonlyMap<string, number>; readonly ipAddress: string },
): Promise<Replaced[]> {
  const method = await lookUpMethod(services, session, replacement);
  const replaced: Replaced[] = [];
  for (const payment of [...payments.scheduled, ...payments.recurring]) {
    const { referenceNumber } = payment;
    const shown = agreed.get(referenceNumber);
    if (shown === undefined) continue;
    const fees = method.ok ? feesWith(services, method.value, isRecurring(payment) ? 'recurring' : 'scheduled') : null;
    if (fees === null || toWireAmount(processingFee(fees)) !== shown) {
      replaced.push({ referenceNumber, error: fees === null ? 'Invalid' : 'PreviewChanged' });
      continue;
    }
    const answer = isRecurring(payment)
      ? await editRecurring(
          services,
          session,
          recurringEditOf(services, session, payment, replacement, fees),
          ipAddress,
        )
      : await editScheduled(
          services,
          session,
          scheduledEditOf(services, session, payment, replacement, fees),
          ipAddress,
        );
    replaced.push({ referenceNumber, error: answer.ok ? null : answer.error });
  }
  return replaced;
}

export function feesWith(
  services: Services,
  { snapshot }: Pick<ResolvedMethod, 'snapshot'>,
  timing: Exclude<PaymentTiming, 'immediate'>,
): PaymentFees {
  const settings = paymentSettings(services);
  return {
    firstPartyCents: firstPartyFee(snapshot, timing, settings.firstPartyFees),
    thirdPartyCents: thirdPartyFee(snapshot.type, settings),
  };
}

export function isRecurring(payment: Payment | Recurring): payment is Recurring {
  return 'recurrence' in payment;
}

function scheduledEditOf(
  services: Services,
  session: Session,
  payment: Payment,
  replacement: MethodReference,
  fees: PaymentFees,
): ScheduledEdit {
  const { accountNumber, paymentId, payOn, amountCents } = payment;
  return {
    named: nameOf(services, session, accountNumber, { id: paymentId, terms: termsOfScheduled(payment) }),
    wanted: { payOn, amountCents, fees },
    replacement,
  };
}

function recurringEditOf(
  services: Services,
  session: Session,
  recurring: Recurring,
  replacement: MethodReference,
  fees: PaymentFees,
): RecurringEdit {
  const { accountNumber, recurringId, runOn, amountCents, additionalPrincipalCents } = recurring;
  const { option, daysBeforeDue } = recurring.recurrence;
  const plan = { timing: 'recurring', option, daysBeforeDue } as const;
  return {
    named: nameOf(services, session, accountNumber, { id: recurringId, terms: termsOfRecurring(recurring) }),
    wanted: { payOn: runOn, amountCents, fees, additionalPrincipalCents, plan },
    replacement,
    agreementToken: null,
  };
}

function nameOf(
  services: Services,
  session: Session,
  accountNumber: string,
  payment: PlannedPaymentHandle,
): PlannedPaymentRef {
  return {
    token: sealHandle(services, session, accountNumber, services.clock.now()),
    handle: sealPlannedPaymentHandle(services, session, accountNumber, payment),
    accountNumber,
  };
}

async function filterAsync<Item>(items: readonly Item[], keeps: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const kept: Item[] = [];
  for (const item of items) if (await keeps(item)) kept.push(item);
  return kept;
}

import { createHash, randomUUIDv7 } from 'node:crypto';
import { addCents } from '#common/core/money.ts';
import type { LoanToDraw } from '#server/host/host.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import type { Services } from '#server/services.ts';
import { type Announcement, announceAnew, readAnew } from '#server/payments/settlement/announce-debits.command.ts';
import { recordDraft, isBlockedAccount } from '#server/payments/settlement/bank-drafts.queries.ts';
import { deleteDraftInstruction, readDraftInstruction } from './draft-instructions.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import type { RecurringEventName } from '#server/payments/payment-tables.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { hasUnappliedPayment, hasUnsettledPayment } from '#server/payments/payments.queries.ts';
import { submissionLeaseMs, appendSubmitting, type NewPayment } from '#server/payments/payment-changes.queries.ts';
import { insertSubmitting } from './due-sets.queries.ts';
import { followHoldCode } from './follow-hold-code.command.ts';
import { amountsDue, asTold, type RecurringAmounts } from './recurring-amounts.ts';
import { findRecurring, lockRecurring, type Recurring, updateRecurring } from './recurring-payments.queries.ts';
import { runAfterRun } from '#common/payments/rules/recurring-dates.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import {
  chargeOf,
  decline,
  finishRelease,
  isBlocked,
  type Released,
  type ReleaseResult,
  readToDraw,
  type ToDraw,
} from './release-payment.command.ts';
import { recurringEndedMail } from './schedule-mails.ts';

/**
 * Makes the due payment of a recurring series exactly once per date: the payment and the step to the next date share a
 * transaction. A series that fell behind is due again at once, so its dates run in order.
 */
export async function runRecurring(services: Services, claimed: Recurring): Promise<ReleaseResult> {
  const moment = services.clock.moment();
  const read = () => readRun(services, claimed, moment);
  const run = await readThenChange(
    services.database,
    accountSubject(claimed.accountNumber),
    read,
    (transaction, reading) => runHeld(services, transaction, claimed, moment, reading),
  );
  return finishRelease(services, run);
}

interface RunReading extends ToDraw {
  /** The announcement for a payment that was moved because it had not been announced in time. */
  readonly anew: Announcement | undefined;
}

async function readRun(
  services: Services,
  { recurringId, customerId, accountNumber, runOn }: Recurring,
  moment: Moment,
): Promise<RunReading> {
  const reading = await readToDraw(services, customerId, accountNumber, runOn);
  const recurring = await findRecurring(services.database, recurringId);
  const isUnannounced = recurring?.paysTotalDue === true && recurring.announcedFor !== recurring.runOn;
  return { ...reading, anew: isUnannounced ? await readAnew(services, recurring, moment) : undefined };
}

async function runHeld(
  services: Services,
  transaction: Transaction,
  { recurringId, accountNumber, customerId, runOn }: Recurring,
  moment: Moment,
  { drawn, companyNumber, anew }: RunReading,
): Promise<Released> {
  if (drawn.standing === 'open') await followHoldCode(services, transaction, { ...drawn.loan, customerId }, moment);
  const locked = await lockRecurring(transaction, recurringId);
  const recurring = locked && asTold(locked);
  // Deleted, changed, skipped, left out because of a hold code, or run by another process meanwhile.
  if (recurring?.state !== 'active' || recurring.runOn !== runOn) return { kind: 'done' };
  if (await hasUnsettledPayment(transaction, accountNumber)) return { kind: 'later' };
  if (drawn.standing !== 'open') {
    await endSchedule(services, transaction, recurring, drawn.standing, moment);
    return { kind: 'done' };
  }
  const { loan } = drawn;
  const amounts = amountsDue(services, loan, recurring);
  if (amounts && recurring.paysTotalDue && recurring.announcedFor !== runOn) {
    await announceAnew(services, transaction, recurring, moment, anew);
    return { kind: 'done' };
  }
  await stepOn(services, transaction, loan, recurring, amounts ? null : { name: 'notDue', at: moment.at });
  return amounts ? pay(services, transaction, { loan, recurring, amounts, moment, companyNumber }) : { kind: 'done' };
}

async function stepOn(
  services: Services,
  transaction: Transaction,
  loan: HostLoan,
  recurring: Recurring,
  event: { readonly name: RecurringEventName; readonly at: Temporal.Instant } | null,
): Promise<void> {
  const run = runAfterRun(recurring, loan, services.institution, paymentSettings(services));
  const change = { terms: { ...recurring, ...run } };
  await updateRecurring(transaction, recurring.recurringId, change, event && { ...event, on: recurring.nextOn });
}

/** A run of which an amount is drawn. */
export interface DuePayment {
  readonly recurring: Recurring;
  readonly amounts: RecurringAmounts;
  readonly moment: Moment;
}

async function pay(
  services: Services,
  transaction: Transaction,
  due: DuePayment & Pick<ToDraw, 'companyNumber'> & { readonly loan: HostLoan },
): Promise<Released> {
  const { loan, recurring, amounts, moment, companyNumber } = due;
  const payment = newOccurrence(due);
  const { paymentId } = payment;
  const leaseMs = submissionLeaseMs(services.config.network.cardTimeoutMs);
  // This date was already paid; only the step to the next one is left.
  const [inserted] = await insertSubmitting(transaction, [payment], leaseMs);
  if (!inserted) return { kind: 'done' };
  appendSubmitting(transaction, payment);
  const byDraft = recurring.method.type === 'ACH';
  const numbers = byDraft ? await readDraftInstruction(services, transaction, recurring.recurringId) : null;
  const blockedByBank = numbers !== null && (await isBlockedAccount(services, transaction, numbers));
  // Otherwise the card would be charged for another payment that the core refuses.
  const isUnapplied = !byDraft && (await hasUnappliedPayment(transaction, recurring.accountNumber));
  if (isUnapplied || blockedByBank || isBlocked(services, loan, recurring.method.type, moment)) {
    await decline(services, transaction, paymentId, moment);
    return { kind: 'done' };
  }
  const totalCents = addCents(
    amounts.amountCents,
    amounts.additionalPrincipalCents,
    recurring.firstPartyFeeCents,
    recurring.thirdPartyFeeCents,
  );
  if (numbers === null) return { kind: 'toCharge', charge: chargeOf(inserted, totalCents) };
  recordDraft(services, transaction, payment, { amountCents: totalCents, numbers, moment, companyNumber });
  return { kind: 'toPost', payment: inserted };
}

export function newOccurrence({ recurring, amounts, moment }: DuePayment): NewPayment {
  const { recurringId, nextOn } = recurring;
  const occurrence = createHash('sha256').update(`recurring:${recurringId}:${nextOn}`).digest();
  return {
    paymentId: randomUUIDv7(),
    referenceNumber: createReferenceNumber(),
    userId: recurring.userId,
    customerId: recurring.customerId,
    accountNumber: recurring.accountNumber,
    payOn: recurring.runOn,
    ...amounts,
    firstPartyFeeCents: recurring.firstPartyFeeCents,
    thirdPartyFeeCents: recurring.thirdPartyFeeCents,
    timing: 'recurring',
    occurrence: { recurringId, on: nextOn },
    method: recurring.method,
    keyHash: occurrence,
    requestFingerprint: occurrence,
    at: moment.at,
  };
}

async function endSchedule(
  services: Services,
  transaction: Transaction,
  recurring: Recurring,
  reason: Exclude<LoanToDraw['standing'], 'open'>,
  { at }: Moment,
): Promise<void> {
  const { recurringId, nextOn } = recurring;
  const state = reason === 'paidOff' ? 'finished' : 'stopped';
  await updateRecurring(transaction, recurringId, { state }, { name: state, on: nextOn, at });
  await deleteDraftInstruction(transaction, recurringId);
  const mail = recurringEndedMail(services.institution, recurring, reason);
  await mailCustomer(services, transaction, recurring.customerId, mail, at);
}

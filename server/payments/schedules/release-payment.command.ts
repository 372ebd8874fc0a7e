import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, minCents } from '#common/core/money.ts';
import { maxOnlineCents } from '#common/payments/rules/amounts.ts';
import { type AccountBlock, availablePayments, ordinaryCircumstances } from '#common/payments/rules/availability.ts';
import { payoffHoldOf } from '#common/payments/rules/payoff-hold.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { LoanToDraw } from '#server/host/host.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import type { Services } from '#server/services.ts';
import { chargeAndSettle, type CardCharge } from '#server/payments/settlement/charge-card.ts';
import { recordDraft, isBlockedAccount } from '#server/payments/settlement/bank-drafts.queries.ts';
import { deleteDraftInstruction, readDraftInstruction } from './draft-instructions.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { movePayment, postDrafted } from '#server/payments/settlement/change-payment-state.command.ts';
import { paymentSettings, paymentTerms } from '#server/payments/read-payment-terms.ts';
import { hasUnappliedPayment, hasUnsettledPayment, type Payment } from '#server/payments/payments.queries.ts';
import { submissionLeaseMs } from '#server/payments/payment-changes.queries.ts';
import { moveAndTell } from '#server/payments/settlement/record-outcome.command.ts';
import { settleSchedule } from './settle-schedule.command.ts';
import { followHoldCode } from './follow-hold-code.command.ts';
import { notDrawnMail, type NotDrawnReason } from './schedule-mails.ts';
import { lockScheduledPayment } from './scheduled-payments.queries.ts';

/**
 * `later`: an earlier payment of the loan is unsettled; retried with the next run. `unanswered`: the card processor did
 * not answer; the recovery job finds out the outcome.
 */
export type ReleaseResult = 'done' | 'later' | 'unanswered';

/** Submits a scheduled payment on its day, at most once across processes. */
export async function releasePayment(services: Services, claimed: Payment): Promise<ReleaseResult> {
  const { customerId, accountNumber, payOn } = claimed;
  const moment = services.clock.moment();
  const read = () => readToDraw(services, customerId, accountNumber, payOn);
  const released = await readThenChange(
    services.database,
    accountSubject(accountNumber),
    read,
    (transaction, reading) => releaseHeld(services, transaction, claimed, moment, reading),
  );
  return finishRelease(services, released);
}

export type Released =
  | { readonly kind: 'done' | 'later' }
  | { readonly kind: 'toCharge'; readonly charge: CardCharge }
  | { readonly kind: 'toPost'; readonly payment: Payment };

export async function finishRelease(services: Services, released: Released): Promise<ReleaseResult> {
  switch (released.kind) {
    case 'toCharge':
      return resultOf(await chargeAndSettle(services, released.charge, 'schedule'));
    case 'toPost':
      await postDrafted(services, released.payment, { cause: 'schedule', afterRefusal: settleSchedule });
      return 'done';
    case 'done':
    case 'later':
      return released.kind;
  }
}

/** The host data needed to draw money for a loan. */
export interface ToDraw {
  readonly drawn: LoanToDraw;
  /** 0 for a personal customer, and where the loan isn't open, so that nothing is drawn. */
  readonly companyNumber: number;
}

/**
 * @throws PlainError if the host doesn't know the loan's customer: a person's draft needs another entry class than a
 * company's, so the payment waits with this reason
 */
export async function readToDraw(
  { host }: Pick<Services, 'host'>,
  customerId: string,
  accountNumber: string,
  on: Day,
): Promise<ToDraw> {
  const drawn = await host.findLoanToDraw(customerId, accountNumber, on);
  if (drawn.standing !== 'open') return { drawn, companyNumber: 0 };
  const customer = await host.findCustomer(customerId);
  if (!customer) {
    throw new PlainError(`The system that keeps the accounts doesn't know customer ${customerId} of this loan`);
  }
  return { drawn, companyNumber: customer.companyNumber };
}

async function releaseHeld(
  services: Services,
  transaction: Transaction,
  { paymentId, accountNumber, customerId, payOn }: Payment,
  moment: Moment,
  { drawn, companyNumber }: ToDraw,
): Promise<Released> {
  if (drawn.standing === 'open') await followHoldCode(services, transaction, { ...drawn.loan, customerId }, moment);
  const payment = await lockScheduledPayment(transaction, paymentId);
  // Deleted, moved to a later day, left out because of a hold code, or submitted by another process meanwhile.
  if (!payment || payment.payOn !== payOn) return { kind: 'done' };
  if (await hasUnsettledPayment(transaction, accountNumber)) return { kind: 'later' };
  if (drawn.standing !== 'open') {
    await cancelNotDrawn(services, transaction, payment, drawn.standing, moment);
    return { kind: 'done' };
  }
  const { loan } = drawn;
  const payoffHold = payoffHoldOf(loan);
  const limitCents = maxOnlineCents({ payoffCents: loan.payoffCents, payoffHold });
  if (limitCents <= 0) {
    await cancelNotDrawn(services, transaction, payment, 'nothingOwed', moment);
    return { kind: 'done' };
  }
  const amountCents = minCents(payment.amountCents, limitCents);
  const leaseMs = submissionLeaseMs(services.config.network.cardTimeoutMs);
  const change = { to: 'submitting', leaseMs, amountCents } as const;
  const { payment: submitting } = await movePayment(transaction, paymentId, {
    change,
    cause: 'schedule',
    at: moment.at,
  });
  const numbers = payment.methodType === 'ACH' ? await readDraftInstruction(services, transaction, paymentId) : null;
  const blockedByBank = numbers !== null && (await isBlockedAccount(services, transaction, numbers));
  const isHeldPayoff = payment.isPayoff && payoffHold !== null;
  // Otherwise the card would be charged for another payment that the core refuses.
  const isUnapplied = payment.methodType === 'Card' && (await hasUnappliedPayment(transaction, accountNumber));
  if (isHeldPayoff || isUnapplied || blockedByBank || isBlocked(services, loan, payment.methodType, moment)) {
    await decline(services, transaction, paymentId, moment);
    return { kind: 'done' };
  }
  const totalCents = addCents(amountCents, payment.additionalPrincipalCents, payment.feesCents);
  if (numbers === null) return { kind: 'toCharge', charge: chargeOf(payment, totalCents) };
  recordDraft(services, transaction, payment, { amountCents: totalCents, numbers, moment, companyNumber });
  await deleteDraftInstruction(transaction, paymentId);
  return { kind: 'toPost', payment: submitting };
}

/** @param payment after its charge; undefined when the outcome could not be recorded */
function resultOf(payment: Payment | undefined): ReleaseResult {
  return payment?.state === 'unknown' ? 'unanswered' : 'done';
}

const blocking: ReadonlySet<AccountBlock> = new Set<AccountBlock>(['PaymentBlocked', 'Delinquent', 'ChargedOff']);

export function isBlocked(services: Services, loan: HostLoan, type: PaymentType, moment: Moment): boolean {
  const nothingPlanned = { defaultMethod: null, scheduledPayments: [], recurringPayment: null };
  const terms = paymentTerms(services, { companyNumber: 0 }, loan, moment, nothingPlanned);
  const { account, types } = availablePayments(terms, paymentSettings(services), ordinaryCircumstances);
  const typeAvailable = types[type];
  const accountBlocked = !account.allowed && blocking.has(account.reason);
  const typeBlocked =
    !typeAvailable.allowed &&
    (typeAvailable.reason === 'BlockedByHost' || typeAvailable.reason === 'BlockedByHoldCode');
  return accountBlocked || typeBlocked;
}

/** Refuses a submitted payment before any outside call. */
export async function decline(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  { at }: Moment,
): Promise<void> {
  const change = { to: 'declined', reason: 'SecurityNotAllowed' } as const;
  await moveAndTell(services, transaction, paymentId, { change, cause: 'schedule', at });
}

/** Throws for a card without a token; a scheduled payment always has one. */
export function chargeOf(payment: Payment, totalCents: Cents): CardCharge {
  const { paymentId, referenceNumber, accountNumber, cardToken } = payment;
  if (cardToken === null) throw new Error(`Payment ${paymentId} has no card to charge`);
  return { paymentId, referenceNumber, accountNumber, totalCents, source: { kind: 'token', token: cardToken } };
}

async function cancelNotDrawn(
  services: Services,
  transaction: Transaction,
  payment: Payment,
  reason: NotDrawnReason,
  { at }: Moment,
): Promise<void> {
  await movePayment(transaction, payment.paymentId, { change: { to: 'cancelled' }, cause: 'schedule', at });
  await deleteDraftInstruction(transaction, payment.paymentId);
  const mail = notDrawnMail(services.institution, payment, reason);
  await mailCustomer(services, transaction, payment.customerId, mail, at);
}

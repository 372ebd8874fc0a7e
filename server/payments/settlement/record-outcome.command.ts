import { ZERO, addCents, type Cents, formatCents, subtractCents } from '#common/core/money.ts';
import { HostRefused, HostUnavailable } from '#server/host/host-errors.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { PaymentPosting, PostedPayment } from '#server/host/host-payments.ts';
import type { ChargeAnswer } from '#server/payments-network/card-processor.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import type { Services } from '#server/services.ts';
import { cancelAchEntry } from './bank-drafts.queries.ts';
import {
  claimedNotMadeMail,
  mailCustomer,
  type PaymentMail,
  draftRefusedMail,
  unappliedMail,
  mailKnownCustomer,
  notMadeMail,
  overpaidMail,
  payoffShortMail,
  receiptOf,
} from '#server/payments/mail-customer.ts';
import { type PaymentDecision, type PaymentMove, moveAndTell, auditMove } from './change-payment-state.command.ts';
import type { PaymentCause } from '#server/payments/payment-tables.ts';
import { findPayment, isUnsettled, type Payment } from '#server/payments/payments.queries.ts';
import { notify } from '#server/identity/users/notify.ts';
import {
  appendPaymentEvent,
  type MovedPayment,
  movePosted,
  type PaymentChange,
} from '#server/payments/payment-changes.queries.ts';

/** Wait before asking the processor again about a payment with no outcome. */
export const ASK_AGAIN_AFTER_MS = 30_000;

/** The processor's answer, no charge found, no answer, or a bank draft waiting to leave. */
export type PaymentOutcome =
  | ChargeAnswer
  | { readonly state: 'absent' }
  | { readonly state: 'unanswered' }
  | { readonly state: 'drafted' };

interface OutcomeReport {
  readonly paymentId: string;
  readonly outcome: PaymentOutcome;
  readonly cause: PaymentCause;
  /** The token of a single-use card. */
  readonly cardToken?: string;
  /** If a person decided it. */
  readonly decision?: PaymentDecision;
  /** If the person claims the outcome, because the processor doesn't answer. */
  readonly isClaimed?: boolean;
}

/**
 * Records the outcome of a payment. If money is moving, posts it at the host first; after a crash or host outage the
 * recovery job repeats the call. Idempotent.
 * Returns the updated payment.
 * Throws HostUnavailable, leaving the payment as it is, while it can't be posted.
 */
export async function recordOutcome(services: Services, report: OutcomeReport): Promise<Payment> {
  const payment = await findPayment(services.database, report.paymentId);
  if (!payment) throw new Error(`Payment ${report.paymentId} was not found`);
  return recordOutcomeOf(services, payment, report);
}

async function recordOutcomeOf(
  services: Services,
  payment: Payment,
  report: OutcomeReport,
  known?: HostCustomer,
): Promise<Payment> {
  const { cause, decision } = report;
  if (!isUnsettled(payment.state)) return payment;
  const at = services.clock.now();
  const change = toChange(report);
  const move: PaymentMove = { change, cause, at, ...(decision ? { decision } : {}) };
  if (change.to !== 'posted') return recordMove(services, payment, move, report.isClaimed ?? false);
  const posting = await postAtHost(services, payment, at);
  if (posting instanceof HostRefused) return refuse(services, payment, move, posting);
  const { customerId, paymentId } = payment;
  const customer = known ?? (await findIfAnswered(services, customerId));
  const recorded = await recordPosted(services, [{ payment, posting, customer, ...change }], move);
  // Another process was first; the host answers the same posting again.
  return recorded.get(paymentId) ?? recordOutcome(services, report);
}

/** The receipt must not fail with the host; a task finds the address later. */
export async function findIfAnswered(
  { host }: Pick<Services, 'host'>,
  customerId: string,
): Promise<HostCustomer | undefined> {
  try {
    return await host.findCustomer(customerId);
  } catch (error) {
    if (error instanceof HostUnavailable) return undefined;
    throw error;
  }
}

/**
 * Posts a bank draft payment that was just recorded. Returns undefined if this is left to the recovery job.
 * @param known the customer, if the host was asked just before
 */
export async function postDrafted(
  services: Services,
  payment: Payment,
  cause: PaymentCause,
  known?: HostCustomer,
): Promise<Payment | undefined> {
  const { paymentId } = payment;
  try {
    return await recordOutcomeOf(services, payment, { paymentId, cause, outcome: { state: 'drafted' } }, known);
  } catch (error) {
    services.log.error({ err: error, paymentId }, 'could not post a payment');
    return undefined;
  }
}

export function postingOf(payment: Payment, postedAt: Temporal.Instant): PaymentPosting {
  return {
    paymentId: payment.paymentId,
    accountNumber: payment.accountNumber,
    effectiveOn: payment.payOn,
    postedAt,
    amountCents: payment.amountCents,
    additionalPrincipalCents: payment.additionalPrincipalCents,
    processingFeeCents: payment.feesCents,
    method: payment.methodType,
  };
}

/** Returns the refusal if the host will never post the payment. */
export async function postAtHost(
  { host, log }: Pick<Services, 'host' | 'log'>,
  payment: Payment,
  postedAt: Temporal.Instant,
): Promise<HostPosting | HostRefused> {
  const { paymentId, customerId, accountNumber, payOn } = payment;
  try {
    const posted = await host.postPayment(postingOf(payment, postedAt));
    if (!payment.isPayoff) return { posted, missingCents: ZERO };
    // A payoff of a later day draws only the agreed or announced amount; later charges are still owed.
    const left = await host.findLoanToDraw(customerId, accountNumber, payOn);
    return { posted, missingCents: left.standing === 'notFound' ? null : left.loan.payoffCents };
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    log.error({ err: error, paymentId }, 'the host refused to post a payment');
    return error;
  }
}

async function recordMove(
  services: Services,
  before: Payment,
  move: PaymentMove,
  isClaimed: boolean,
): Promise<Payment> {
  const { paymentId, accountNumber } = before;
  const { moved, payment } = await inTransaction(services.database, async (transaction) => {
    await lockGuard(transaction, accountSubject(accountNumber));
    const result = await moveAndTell(services, transaction, paymentId, move);
    if (result.moved && wasInDoubt(before, result.payment, move)) {
      const mail = (isClaimed ? claimedNotMadeMail : notMadeMail)(services.institution, result.payment);
      await mailCustomer(services, transaction, before.customerId, mail, move.at);
    }
    return result;
  });
  if (moved) services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return payment;
}

/**
 * Whether the customer of a payment that isn't made was told not to pay again until the result is known, and may have
 * left since. An answer to the submission itself is on their screen; `moveAndTell` tells about planned payments.
 */
function wasInDoubt(before: Payment, { state, timing }: Payment, { cause }: PaymentMove): boolean {
  return state === 'declined' && timing === 'immediate' && before.state !== 'confirming' && cause !== 'submission';
}

/** A refused bank draft is never sent. A refused card payment is already charged, so it waits for an operator. */
async function refuse(
  services: Services,
  { paymentId, accountNumber, methodType }: Payment,
  { change: posted, ...move }: PaymentMove,
  refusal: HostRefused,
): Promise<Payment> {
  const change: PaymentChange =
    methodType === 'Card'
      ? { ...posted, to: 'unapplied', reason: refusal.message }
      : { to: 'declined', reason: 'Error' };
  const { payment } = await inTransaction(services.database, async (transaction) => {
    await lockGuard(transaction, accountSubject(accountNumber));
    const result = await moveAndTell(services, transaction, paymentId, { change, ...move });
    if (!result.moved) return result;
    if (methodType === 'ACH') await cancelAchEntry(transaction, paymentId);
    const mail = refusalMail(services, result.payment, move);
    if (mail) await mailCustomer(services, transaction, result.payment.customerId, mail, move.at);
    return result;
  });
  services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return payment;
}

/** A refusal at submission is on the customer's screen, and `moveAndTell` tells about planned payments. */
function refusalMail(
  { institution }: Services,
  payment: Payment,
  { cause }: Pick<PaymentMove, 'cause'>,
): PaymentMail | undefined {
  if (payment.methodType === 'Card') return unappliedMail(institution, payment);
  return payment.timing === 'immediate' && cause === 'recovery' ? draftRefusedMail(institution, payment) : undefined;
}

function toChange({ outcome, cardToken }: OutcomeReport): PaymentChange {
  const token = cardToken === undefined ? {} : { cardToken };
  switch (outcome.state) {
    case 'approved':
      return { to: 'posted', authorization: outcome.authorization, ...token };
    case 'drafted':
      return { to: 'posted' };
    case 'declined':
      return { to: 'declined', reason: outcome.reason, ...token };
    case 'absent':
      return { to: 'declined', reason: 'Connection', ...token };
    case 'confirm':
      return { to: 'confirming', url: outcome.url, leaseMs: ASK_AGAIN_AFTER_MS, ...token };
    case 'unanswered':
      return { to: 'unknown', leaseMs: ASK_AGAIN_AFTER_MS, ...token };
  }
}

interface HostPosting {
  readonly posted: PostedPayment;
  /** For a payoff: the balance left after the payment. Null if the host no longer has the loan, so staff must look. */
  readonly missingCents: Cents | null;
}

/** A payment as it was read, and how the host posted it. */
interface PaymentAtHost {
  readonly payment: Payment;
  readonly posting: HostPosting;
  /** Undefined if the host doesn't know the customer or didn't answer; a task then finds the address. */
  readonly customer: HostCustomer | undefined;
  readonly authorization?: string | undefined;
  readonly cardToken?: string | undefined;
}

/**
 * Records payments of different loans that the host has posted, and sends their receipts, in one transaction with a few
 * statements for any number of them. Leaves out those whose state is no longer the one that was read.
 * Returns the recorded payments by their id.
 */
export async function recordPosted(
  services: Services,
  atHost: readonly PaymentAtHost[],
  move: Omit<PaymentMove, 'change'>,
): Promise<ReadonlyMap<string, Payment>> {
  const recorded = await inTransaction(services.database, async (transaction) => {
    const moved = await movePosted(services, transaction, atHost, move.at);
    for (const known of atHost) {
      const now = moved.get(known.payment.paymentId);
      if (now) await tell(services, transaction, known, now, move);
    }
    return moved;
  });
  for (const { payment } of recorded.values()) {
    services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  }
  return new Map([...recorded].map(([paymentId, { payment }]) => [paymentId, payment]));
}

async function tell(
  services: Services,
  transaction: Transaction,
  { payment: before, posting, customer }: PaymentAtHost,
  { payment, customerWaits, wishes }: MovedPayment,
  move: Omit<PaymentMove, 'change'>,
): Promise<void> {
  const { paymentId, customerId } = payment;
  const { at, cause } = move;
  appendPaymentEvent(transaction, { paymentId, from: before.state, to: 'posted', cause, at });
  if (payment.timing === 'immediate') {
    await notify(services, transaction, {
      text: { key: 'noticeText.moneyTransOnWeb', values: { amount: formatCents(payment.totalCents) } },
      // The receipt covers the mail.
      mail: null,
      userId: payment.userId,
      about: paymentId,
      wishes,
    });
  }
  await auditMove(services, transaction, payment, move);
  const { institution, config } = services;
  const mail = async (content: PaymentMail) =>
    customer && !customerWaits
      ? mailKnownCustomer(services, transaction, customer, content, at)
      : mailCustomer(services, transaction, customerId, content, at);
  await mail(receiptOf(payment, posting.posted, institution, config.publicUrl));
  // A core with its own staff refunds, and tells.
  const overpaidCents = services.host.servicing ? overpaidOf(payment, posting.posted) : ZERO;
  if (overpaidCents > 0) await mail(overpaidMail(institution, payment, overpaidCents));
  if (!payment.isPayoff) return;
  if (posting.missingCents === null) {
    const { referenceNumber, accountNumber } = payment;
    const details = { paymentId, referenceNumber, accountNumber };
    services.log.error(details, 'a loan was not found after its payoff; look whether something is owed');
    await services.audit.record(transaction, { event: 'payoff-not-checked', userId: null, details });
    return;
  }
  if (posting.missingCents <= 0) return;
  await mail(payoffShortMail(institution, payment, posting.missingCents));
}

/** What the loan no longer owed when the payment was posted, such as the second of two on one day. */
function overpaidOf(payment: Payment, { allocation }: PostedPayment): Cents {
  const { feesCents, interestCents, principalCents } = allocation;
  const paidCents = addCents(payment.amountCents, payment.additionalPrincipalCents);
  return subtractCents(paidCents, feesCents, interestCents, principalCents);
}

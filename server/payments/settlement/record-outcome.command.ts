import type { ChargeAnswer } from '#server/payments-network/card-processor.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { claimedNotMadeMail, mailCustomer, notMadeMail } from '#server/payments/mail-customer.ts';
import type { PaymentChange } from '#server/payments/payment-changes.queries.ts';
import type { PaymentCause } from '#server/payments/payment-tables.ts';
import { findPayment, isUnsettled, type Payment } from '#server/payments/payments.queries.ts';
import { settleSchedule } from '#server/payments/schedules/settle-schedule.command.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import {
  auditMove,
  movePayment,
  type PaymentDecision,
  type PaymentMove,
  postPayment,
} from './change-payment-state.command.ts';

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
  if (!isUnsettled(payment.state)) return payment;
  const { cause, decision } = report;
  const change = toChange(report);
  const move = { cause, at: services.clock.now(), ...(decision ? { decision } : {}) };
  return change.to === 'posted'
    ? postPayment(services, payment, { ...move, change, afterRefusal: settleSchedule })
    : recordMove(services, payment, { ...move, change }, report.isClaimed ?? false);
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

/**
 * Changes a payment's state and does everything that follows in the portal, except for `posted`, which `recordPosted`
 * does. Requires the account's guard.
 */
export async function moveAndTell(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  move: PaymentMove,
): Promise<{ readonly moved: boolean; readonly payment: Payment }> {
  const result = await movePayment(transaction, paymentId, move);
  const { moved, payment } = result;
  if (!moved) return result;
  await settleSchedule(services, transaction, payment, move.at);
  await auditMove(services, transaction, payment, move);
  return result;
}

import { type Cents, ZERO } from '#common/core/money.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Services } from '#server/services.ts';
import { mailCustomer, type PaymentMail } from '#server/payments/mail-customer.ts';
import { movedGoneMail } from '#server/payments/operator/move-mails.ts';
import { lockLoansOf } from '#server/payments/operator/lock-loans-of-payment.ts';
import { movePayment, type PaymentDecision } from './change-payment-state.command.ts';
import { settleSchedule } from '#server/payments/schedules/settle-schedule.command.ts';
import { findPayment, type Payment, REFUND } from '#server/payments/payments.queries.ts';
import { findEndedByPayoff } from '#server/payments/schedules/recurring-payments.queries.ts';
import { reopenedMail, returnedMail } from '#server/payments/schedules/schedule-mails.ts';

export interface ReturnOptions {
  /** Builds the customer's email. */
  readonly compose?: (
    institution: Services['institution'],
    payment: Payment,
    code: string,
    returnFeeCents: Cents,
  ) => PaymentMail;
  /** Charged to the loan, see `findReturnFee`. */
  readonly returnFeeCents?: Cents;
  /** The person who decided it; without one, the bank did. */
  readonly decision?: PaymentDecision;
}

/**
 * Takes back a posted payment, for example after its bank returned the draft: reverses the books, tells the customer,
 * and counts a failure of its recurring payment unless we gave the money back ourselves. Idempotent.
 * @param code the bank's return code, such as R01, or {@link REFUND} and the like
 * @throws Error if the payment doesn't exist
 */
export async function returnPayment(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  code: string,
  { compose = returnedMail, decision, returnFeeCents = ZERO }: ReturnOptions = {},
): Promise<{ readonly returned: boolean }> {
  const { at, today } = services.clock.moment();
  const known = await findPayment(transaction, paymentId);
  if (!known) throw new Error(`Payment ${paymentId} was not found`);
  const place = await lockLoansOf(transaction, known);
  const change = { to: 'returned', code } as const;
  const { moved, payment } = await movePayment(transaction, paymentId, {
    change,
    cause: decision ? 'operator' : 'bank',
    at,
  });
  if (!moved) return { returned: false };
  await raiseGuard(transaction, accountSubject(place.accountNumber));
  const reversal = { kind: 'reversePayment', paymentId, effectiveOn: today, postedAt: at.toString() } as const;
  const isTheirs = place.customerId === payment.customerId;
  const feeCents = isTheirs ? returnFeeCents : ZERO;
  const fee = feeCents > ZERO ? { returnFeeCents: feeCents } : {};
  const tellsIfOpen = await composeReopened(services, transaction, place.accountNumber, payment);
  await enqueueHostTask(services, transaction, { ...reversal, ...fee, ...(tellsIfOpen && { tellsIfOpen }) });
  if (code !== REFUND) await settleSchedule(services, transaction, payment, at);
  const told = isTheirs ? { ...payment, accountNumber: place.accountNumber } : payment;
  await mailCustomer(
    services,
    transaction,
    payment.customerId,
    compose(services.institution, told, code, feeCents),
    at,
  );
  if (!isTheirs) {
    const mail = movedGoneMail(services.institution, payment, place);
    await mailCustomer(services, transaction, place.customerId, mail, at);
  }
  const details = { paymentId, referenceNumber: payment.referenceNumber, code, ...fee, ...decision };
  await services.audit.record(transaction, { event: 'payment-returned', userId: payment.userId, details });
  services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return { returned: true };
}

/** For the customer whose recurring payment ended when the loan was paid off, which the payment may have done. */
async function composeReopened(
  { institution }: Services,
  transaction: Transaction,
  accountNumber: string,
  { paymentId, payOn }: Payment,
) {
  const ended = await findEndedByPayoff(transaction, accountNumber, payOn);
  return ended && { customerId: ended.customerId, accountNumber, mail: reopenedMail(institution, ended, paymentId) };
}

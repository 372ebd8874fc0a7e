import { failure, type Result, success } from '#common/core/results.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import { mailCustomer, refundedMail } from '#server/payments/mail-customer.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { moveAndTell } from './record-outcome.command.ts';
import { findPaymentByReference } from './unapplied.queries.ts';
import { findIfAnswered, postAtHost, recordPosted } from './change-payment-state.command.ts';

/**
 * Posts an unapplied payment at the core and sends its receipt. Throws HostUnavailable if the core doesn't answer; the
 * payment then stays unapplied.
 */
export async function applyUnapplied(services: Services, referenceNumber: string, by: string): Promise<Result<void>> {
  const payment = await findPaymentByReference(services.database, referenceNumber);
  if (payment?.state !== 'unapplied') return failure(describe(payment));
  const at = services.clock.now();
  const posting = await postAtHost(services, payment, at);
  if (posting instanceof HostRefused) return failure(`the core refuses it again: ${posting.message}`);
  const customer = await findIfAnswered(services, payment.customerId);
  await recordPosted(services, [{ payment, posting, customer }], { cause: 'operator', at });
  await recordDecision(services, 'unapplied-payment-applied', payment, { by });
  return success(undefined);
}

/** Records that an unapplied payment was refunded at the card processor, and tells the customer. */
export async function recordRefund(
  services: Services,
  referenceNumber: string,
  decision: { readonly reason: string; readonly by: string },
): Promise<Result<void>> {
  const found = await findPaymentByReference(services.database, referenceNumber);
  if (found?.state !== 'unapplied') return failure(describe(found));
  const at = services.clock.now();
  const moved = await inTransaction(services.database, async (transaction) => {
    await lockGuard(transaction, accountSubject(found.accountNumber));
    const move = { change: { to: 'refunded' }, cause: 'operator', at } as const;
    const result = await moveAndTell(services, transaction, found.paymentId, move);
    if (!result.moved) return false;
    const mail = refundedMail(services.institution, result.payment);
    await mailCustomer(services, transaction, found.customerId, mail, at);
    return true;
  });
  if (!moved) return failure('it was decided on meanwhile');
  await recordDecision(services, 'unapplied-payment-refunded', found, decision);
  return success(undefined);
}

function recordDecision(
  { audit, database }: Services,
  event: string,
  { paymentId, referenceNumber }: Payment,
  decision: { readonly reason?: string; readonly by: string },
): Promise<void> {
  const details = { paymentId, referenceNumber, ...decision };
  return inTransaction(database, (transaction) => audit.record(transaction, { event, userId: null, details }));
}

function describe(payment: Payment | undefined): string {
  if (!payment) return 'there is no payment with that confirmation number';
  return `it is ${payment.state}`;
}

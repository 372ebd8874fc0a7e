import { addCents, type Cents, formatCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { PostedPayment } from '#server/host/host-payments.ts';
import { notify } from '#server/identity/users/notify.ts';
import {
  mailCustomer,
  mailKnownCustomer,
  type PaymentMail,
  overpaidMail,
  payoffShortMail,
  receiptOf,
} from '#server/payments/mail-customer.ts';
import { appendPaymentEvent, type Payment } from '#server/payments/payments.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { auditMove, type PaymentMove } from './payment-state.ts';
import { type MovedPayment, movePosted } from './posted-payments.queries.ts';

export interface HostPosting {
  readonly posted: PostedPayment;
  /** For a payoff: the balance left after the payment. */
  readonly missingCents: Cents;
}

/** A payment as it was read, and how the host posted it. */
export interface PaymentAtHost {
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
    const moved = await movePosted(transaction, atHost, move.at);
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
  if (!payment.isPayoff || posting.missingCents <= 0) return;
  await mail(payoffShortMail(institution, payment, posting.missingCents));
}

/** What the loan no longer owed when the payment was posted, such as the second of two on one day. */
function overpaidOf(payment: Payment, { allocation }: PostedPayment): Cents {
  const { feesCents, interestCents, principalCents } = allocation;
  const paidCents = addCents(payment.amountCents, payment.additionalPrincipalCents);
  return subtractCents(paidCents, feesCents, interestCents, principalCents);
}

import type { Transaction } from '#server/platform/db/database.ts';
import type { PaymentCause, PaymentState } from '#server/payments/payment-tables.ts';
import {
  appendPaymentEvents,
  lockPayment,
  type Payment,
  type PaymentChange,
  updatePaymentState,
} from '#server/payments/payments.queries.ts';

const nextStates: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['submitting'],
  submitting: ['posted', 'declined', 'unknown'],
  unknown: ['posted', 'declined'],
  scheduled: ['submitting', 'cancelled'],
  posted: ['returned'],
  declined: [],
  cancelled: [],
  returned: [],
};

export interface PaymentMove {
  readonly change: PaymentChange;
  readonly cause: PaymentCause;
  readonly at: Temporal.Instant;
}

/**
 * The only way a payment changes its state: under the lock of its row, to a
 * state that may follow, with an event.
 * @returns `moved` false and the payment as it is when that state may not
 * follow, because somebody else moved it first.
 * @throws Error when there is no such payment.
 */
export async function movePayment(
  transaction: Transaction,
  paymentId: string,
  move: PaymentMove,
): Promise<{ readonly moved: boolean; readonly payment: Payment }> {
  const payment = await lockPayment(transaction, paymentId);
  if (!payment) throw new Error(`There is no payment ${paymentId}`);
  const { change, cause, at } = move;
  if (!nextStates[payment.state].includes(change.to)) return { moved: false, payment };
  const moved = await updatePaymentState(transaction, paymentId, change, at);
  await appendPaymentEvents(transaction, [{ paymentId, from: payment.state, to: change.to, cause, at }]);
  return { moved: true, payment: moved };
}

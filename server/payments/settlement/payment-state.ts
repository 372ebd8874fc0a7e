import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { PaymentCause, PaymentState } from '#server/payments/payment-tables.ts';
import {
  appendPaymentEvent,
  lockPayment,
  type Payment,
  type PaymentChange,
  updatePaymentState,
} from '#server/payments/payments.queries.ts';

const nextStates: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['submitting'],
  submitting: ['confirming', 'posted', 'declined', 'unknown', 'unapplied'],
  confirming: ['posted', 'declined', 'unknown', 'unapplied'],
  unknown: ['posted', 'declined', 'unapplied'],
  unapplied: ['posted', 'refunded'],
  refunded: [],
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
  /** For the audit log, if the cause is the operator. */
  readonly decision?: PaymentDecision;
}

/** Who changed a payment, and why. */
export interface PaymentDecision {
  readonly by: string;
  readonly reason: string;
  /** What shows the outcome of a charge, such as a line of the processor's report. */
  readonly evidence?: string;
}

/**
 * Changes a payment's state, under its row lock, to an allowed next state, and records an event. All state changes go
 * through here.
 * Returns `moved: false` with the unchanged payment if the transition isn't allowed, because another process was first.
 * Throws if the payment doesn't exist.
 */
export async function movePayment(
  transaction: Transaction,
  paymentId: string,
  move: PaymentMove,
): Promise<{ readonly moved: boolean; readonly payment: Payment }> {
  const payment = await lockPayment(transaction, paymentId);
  if (!payment) throw new Error(`Payment ${paymentId} was not found`);
  const { change, cause, at } = move;
  if (!nextStates[payment.state].includes(change.to)) return { moved: false, payment };
  const moved = await updatePaymentState(transaction, paymentId, change, at);
  appendPaymentEvent(transaction, { paymentId, from: payment.state, to: change.to, cause, at });
  return { moved: true, payment: moved };
}

export async function auditMove(
  { audit }: Pick<Services, 'audit'>,
  transaction: Transaction,
  payment: Payment,
  { cause, decision }: Omit<PaymentMove, 'change'>,
): Promise<void> {
  await audit.record(transaction, {
    event: `payment-${payment.state}`,
    userId: payment.userId,
    details: {
      paymentId: payment.paymentId,
      referenceNumber: payment.referenceNumber,
      method: payment.methodType,
      totalCents: payment.totalCents,
      cause,
      declineReason: payment.declineReason,
      ...decision,
    },
  });
}

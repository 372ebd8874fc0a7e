import type { Day } from '#common/core/dates.ts';
import { type Cents, ZERO } from '#common/core/money.ts';
import { remainingOf } from '#common/payments/rules/partial-refund.ts';
import { paymentIdOfReceived } from '#common/payments/rules/received-payment.ts';
import { findPayment, lockPayment } from '#server/payments/payments.queries.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { findPlace, type PlaceOfPayment } from './payment-moves.queries.ts';
import { findReceived, type ReceivedPayment } from './received-payments.queries.ts';

/** A payment of the portal, or one that staff received. */
export interface NamedMoney {
  readonly kind: 'payment' | 'received';
  readonly id: string;
}

/** A payment that may be moved to another loan. */
export interface MovablePayment {
  /** As in the books. */
  readonly paymentId: string;
  /** Who paid; the loan it is on may be another customer's by now. */
  readonly customerId: string;
  readonly place: PlaceOfPayment;
  /** Includes additional principal and fees, without what was refunded. */
  readonly totalCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly effectiveOn: Day;
  /** The confirmation number, or that of the check. */
  readonly reference: string;
  /** For staff. */
  readonly name: string;
  readonly received: ReceivedPayment | null;
}

/** Returns undefined if the payment is on no loan. */
export async function findMovable(queryable: Queryable, { kind, id }: NamedMoney): Promise<MovablePayment | undefined> {
  if (kind === 'received') return movableReceived(await findReceived(queryable, id));
  const payment = await findPayment(queryable, id);
  if (payment?.state !== 'posted') return undefined;
  const { paymentId, customerId, referenceNumber: reference, lastFour } = payment;
  return {
    ...remainingOf(payment, payment.refundedCents),
    paymentId,
    customerId,
    reference,
    effectiveOn: payment.payOn,
    place: await findPlace(queryable, payment),
    name: `${reference}, ${payment.methodType === 'Card' ? 'card' : 'bank account'} ending in ${lastFour}`,
    received: null,
  };
}

/** Holds the payment, so that it can't be returned or refunded meanwhile. */
export async function lockMovable(transaction: Transaction, money: NamedMoney): Promise<MovablePayment | undefined> {
  if (money.kind === 'payment') await lockPayment(transaction, money.id);
  return findMovable(transaction, money);
}

function movableReceived(received: ReceivedPayment | undefined): MovablePayment | undefined {
  if (!received || received.takenBackAt !== null || received.movedAt !== null) return undefined;
  const { customerId, accountNumber, means, reference, amountCents, receivedOn } = received;
  return {
    paymentId: paymentIdOfReceived(received.movedFrom ?? received.receivedId),
    customerId,
    place: { customerId, accountNumber },
    totalCents: amountCents,
    additionalPrincipalCents: ZERO,
    effectiveOn: receivedOn,
    reference,
    name: `by ${means} ${reference}`,
    received,
  };
}

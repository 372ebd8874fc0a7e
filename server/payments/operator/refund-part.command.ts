import { randomUUID } from 'node:crypto';
import type { Cents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { isPart, paymentIdOfRefund, remainingOf } from '#common/payments/rules/partial-refund.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, partRefundedMail } from '#server/payments/mail-customer.ts';
import { findPayment, lockPayment, type Payment } from '#server/payments/payments.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { insertCardRefund } from './card-refunds.queries.ts';
import { lockLoansOf } from './lock-loans-of-payment.ts';
import { findPlace, type PlaceOfPayment } from './payment-moves.queries.ts';
import { findRefundRoute, type RefundObstacle } from './refund-payment.command.ts';
import { hasFiguresFromFiles } from './waive-late-charge.command.ts';

export type PartObstacle =
  | RefundObstacle
  /** A draft is canceled as a whole. */
  | 'NotACard'
  /** Not less than what is left of the payment. */
  | 'NotAPart'
  /** The loan it counts on since it was moved is another customer's. */
  | 'OnOtherCustomersLoan'
  /** The core's own staff does this. */
  | 'CoreDoesThis'
  /** The core takes payments and returns from files, and they know no parts. */
  | 'FiguresFromFiles';

/**
 * Returns whether a core's files replace the figures of the loan that a payment counts on. Asks the host, so it's called
 * before a transaction.
 */
export async function isOnLoanFromFiles(
  services: Pick<Services, 'clock' | 'database' | 'host'>,
  payment: Payment,
): Promise<boolean> {
  if (!services.host.servicing) return false;
  const { customerId, accountNumber } = await findPlace(services.database, payment);
  return hasFiguresFromFiles(services, customerId, accountNumber);
}

/**
 * Returns how much of a card payment may be refunded in part: less than this.
 * @param fromFiles see {@link isOnLoanFromFiles}
 */
export async function findRefundablePart(
  services: Pick<Services, 'host'>,
  queryable: Queryable,
  payment: Payment,
  fromFiles: boolean,
): Promise<Result<Cents, PartObstacle>> {
  if (!services.host.servicing) return failure('CoreDoesThis');
  const route = await findRefundRoute(queryable, payment);
  if (!route.ok) return route;
  if (route.value !== 'card') return failure(payment.methodType === 'Card' ? 'NotRefundable' : 'NotACard');
  const place = await findPlace(queryable, payment);
  if (place.customerId !== payment.customerId) return failure('OnOtherCustomersLoan');
  if (fromFiles) return failure('FiguresFromFiles');
  return success(remainingOf(payment, payment.refundedCents).totalCents);
}

export interface NewPart {
  readonly paymentId: string;
  readonly amountCents: Cents;
}

/**
 * Refunds a part of a posted card payment: the loan counts the rest of it as of its own day, and the customer is told.
 * The processor refunds the card after the transaction, and is asked until it answers.
 * @param within runs in the transaction of the change
 */
export async function refundPart(
  services: Services,
  { paymentId, amountCents }: NewPart,
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, PartObstacle>> {
  const known = await findPayment(services.database, paymentId);
  if (!known) return failure('NotRefundable');
  const fromFiles = await isOnLoanFromFiles(services, known);
  return inTransaction(services.database, async (transaction) => {
    const place = await lockLoansOf(transaction, known);
    // Two sessions take turns here, and each sees what the other refunded.
    const payment = (await lockPayment(transaction, paymentId)) ?? known;
    const left = await findRefundablePart(services, transaction, payment, fromFiles);
    if (!left.ok) return left;
    if (!isPart(amountCents, left.value)) return failure('NotAPart');
    await recordPart(services, transaction, { payment, place, amountCents }, decision);
    await within(transaction);
    return success(undefined);
  });
}

async function recordPart(
  services: Services,
  transaction: Transaction,
  {
    payment,
    place,
    amountCents,
  }: { readonly payment: Payment; readonly place: PlaceOfPayment; readonly amountCents: Cents },
  decision: PaymentDecision,
): Promise<void> {
  const { audit, clock, institution } = services;
  const { paymentId, referenceNumber, userId } = payment;
  const at = clock.now();
  const refundId = randomUUID();
  const { by, reason } = decision;
  await insertCardRefund(transaction, { refundId, paymentId, amountCents, reason, refundedBy: by, refundedAt: at });
  await raiseGuard(transaction, accountSubject(place.accountNumber));
  const before = remainingOf(payment, payment.refundedCents);
  const { feesCents: processingFeeCents, ...rest } = remainingOf(before, amountCents);
  await enqueueHostTask(services, transaction, {
    kind: 'refundPart',
    paymentId,
    refundId: paymentIdOfRefund(refundId),
    amountCents: rest.amountCents,
    additionalPrincipalCents: rest.additionalPrincipalCents,
    processingFeeCents,
    postedAt: at.toString(),
  });
  await enqueueHostTask(services, transaction, { kind: 'refundCharge', paymentId, part: { refundId, amountCents } });
  const told = { ...payment, accountNumber: place.accountNumber };
  const mail = partRefundedMail(institution, told, { refundId, amountCents, leftCents: rest.totalCents });
  await mailCustomer(services, transaction, payment.customerId, mail, at);
  const details = { paymentId, referenceNumber, refundId, amountCents, ...decision };
  await audit.record(transaction, { event: 'payment-refunded-in-part', userId, details });
}

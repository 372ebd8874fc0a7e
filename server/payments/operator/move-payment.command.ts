import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '#common/core/results.ts';
import { paymentIdOfMove } from '#common/payments/rules/moved-payment.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import type { MoveProjection, PaymentMove } from '#server/host/host-servicing.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { findMovable, lockMovable, type MovablePayment, type NamedMoney } from './movable-payment.ts';
import { moveMails } from './move-mails.ts';
import { insertMove, type PlaceOfPayment } from './payment-moves.queries.ts';
import { insertReceived, isReceivedAlready, markMoved } from './received-payments.queries.ts';
import { hasFiguresFromFiles, waivedMail } from './waive-late-charge.command.ts';

export interface NewMove {
  readonly money: NamedMoney;
  readonly to: PlaceOfPayment;
  readonly waivedChargeIds: readonly string[];
}

export type MoveRefusal =
  | 'NotMovable'
  | 'SameLoan'
  | 'NotALoan'
  | 'LoanClosed'
  | 'ReceivedBeforeLoan'
  | 'ReceivedAlready'
  | 'ChargePaid'
  /** The core's own staff does this. */
  | 'CoreDoesThis'
  | 'FiguresFromFiles';

export interface MovePreview extends MoveProjection {
  readonly payment: MovablePayment;
}

/** Returns what moving a payment would do on both loans, or why it can't be moved. */
export async function previewMove(services: Services, move: NewMove): Promise<Result<MovePreview, MoveRefusal>> {
  const { clock, database, host } = services;
  const { money, to, waivedChargeIds } = move;
  if (!host.servicing) return failure('CoreDoesThis');
  const payment = await findMovable(database, money);
  if (!payment) return failure('NotMovable');
  const { place, effectiveOn, received } = payment;
  if (place.accountNumber === to.accountNumber) return failure('SameLoan');
  const found = await host.findLoanDetails(to.customerId, to.accountNumber, clock.today(), forStaff);
  if (!found) return failure('NotALoan');
  if (found.loan.closed) return failure('LoanClosed');
  for (const { customerId, accountNumber } of [place, to]) {
    if (await hasFiguresFromFiles(services, customerId, accountNumber)) return failure('FiguresFromFiles');
  }
  if (effectiveOn < found.openedOn) return failure('ReceivedBeforeLoan');
  if (received && (await isReceivedAlready(database, { ...received, ...to }))) return failure('ReceivedAlready');
  const projection = await host.servicing.projectMove(toHost(services, payment, move, randomUUID()));
  if (!projection) return failure('NotMovable');
  const owed = new Set(projection.lateCharges.map(({ chargeId }) => chargeId));
  if (!waivedChargeIds.every((chargeId) => owed.has(chargeId))) return failure('ChargePaid');
  return success({ ...projection, payment });
}

/**
 * Moves a payment that counts on the wrong loan to the right one, as of its own day, and tells the customers. Nothing is
 * drawn or charged again: a later return or refund finds the payment where it is. Received money gets a row of its own
 * there.
 * @param from the loan it was on when the move was asked for
 * @param within runs in the transaction of the change
 */
export async function movePayment(
  services: Services,
  move: NewMove & { readonly from: string },
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, MoveRefusal>> {
  const { database } = services;
  const subjects = [move.from, move.to.accountNumber].map(accountSubject);
  const read = () => previewMove(services, move);
  return readThenChange(database, subjects, read, async (transaction, preview) => {
    if (!preview.ok) return preview;
    const payment = await lockMovable(transaction, move.money);
    if (payment?.place.accountNumber !== move.from) return failure('NotMovable');
    for (const subject of subjects) await raiseGuard(transaction, subject);
    await recordMove(services, transaction, { ...preview.value, payment }, move, decision);
    await within(transaction);
    return success(undefined);
  });
}

async function recordMove(
  services: Services,
  transaction: Transaction,
  preview: MovePreview,
  move: NewMove,
  { by, reason }: PaymentDecision,
): Promise<void> {
  const { audit, clock, institution } = services;
  const { payment, lateCharges } = preview;
  const { paymentId, place: from, totalCents: amountCents, effectiveOn, received } = payment;
  const { to, waivedChargeIds } = move;
  const at = clock.now();
  const moveId = randomUUID();
  const moved = { moveId, paymentId, from, to, amountCents, effectiveOn, reason, movedBy: by, movedAt: at };
  await insertMove(transaction, moved);
  if (received) {
    await markMoved(transaction, received.receivedId, at);
    const { overpaidCents } = preview;
    const here = { receivedId: moveId, movedFrom: received.movedFrom ?? received.receivedId, overpaidCents };
    await insertReceived(transaction, { ...received, ...to, ...here, recordedBy: by, recordedAt: at });
  }
  const { fromAccountNumber: fromLoan, accountNumber: toLoan, ...task } = toHost(services, payment, move, moveId);
  await enqueueHostTask(services, transaction, {
    kind: 'movePayment',
    fromLoan,
    toLoan,
    ...task,
    postedAt: at.toString(),
  });
  for (const { customerId, mail } of moveMails(institution, moved, preview)) {
    await mailCustomer(services, transaction, customerId, mail, at);
  }
  for (const charge of lateCharges.filter(({ chargeId }) => waivedChargeIds.includes(chargeId))) {
    const mail = waivedMail(institution, to.accountNumber, charge);
    await mailCustomer(services, transaction, to.customerId, mail, at);
  }
  const details = { moveId, paymentId, from: from.accountNumber, to: to.accountNumber, amountCents, by, reason };
  await audit.record(transaction, {
    event: 'payment-moved',
    userId: null,
    details: { ...details, waived: waivedChargeIds.join(' ') },
  });
}

function toHost(
  { clock }: Services,
  { paymentId, place, additionalPrincipalCents }: MovablePayment,
  { to, waivedChargeIds }: NewMove,
  moveId: string,
): PaymentMove {
  const { at, today } = clock.moment();
  return {
    paymentId,
    moveId: paymentIdOfMove(moveId),
    fromAccountNumber: place.accountNumber,
    accountNumber: to.accountNumber,
    additionalPrincipalCents,
    waivedChargeIds,
    movedOn: today,
    postedAt: at,
  };
}

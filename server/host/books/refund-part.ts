import { addCents, formatCents } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { AppliedOfKept } from '#server/host/host-payments.ts';
import type { PartialRefund } from '#server/host/host-servicing.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { isOfBeforeChargeOff } from './charge-off.queries.ts';
import { selectPostedPayment, selectReversal } from './loan-transfers.queries.ts';
import { lockCurrentPayment } from './lock-current-payment.ts';
import { lockLoan } from './lock-loan.ts';
import { PART_REFUNDED } from './payment-reversal.ts';
import { postInOrder } from './post-in-order.ts';
import { findKeptApplied, takeOffLoan } from './reverse-payment.ts';
import { moneyIn } from './transfer.ts';
import { adjustWriteOff } from './write-off.ts';

const REST = ', after a partial refund';

/** Takes the payment back and posts the rest of it, both as of its own day. Idempotent. */
export async function refundPart(
  transaction: Transaction,
  { paymentId, refundId, postedAt, ...rest }: PartialRefund,
  rules: ServicingRules,
): Promise<AppliedOfKept> {
  const locked = await lockCurrentPayment(transaction, paymentId);
  const ids = { paymentId, postedAs: refundId };
  if (await selectPostedPayment(transaction, refundId)) return findKeptApplied(transaction, ids);
  if (!locked || (await selectReversal(transaction, locked.payment.transferId)) !== undefined) {
    throw new HostRefused('NotThere', `Payment ${paymentId} is on no loan anymore.`);
  }
  const { payment, row } = locked;
  const money = moneyIn(payment.postings);
  const left = addCents(rest.amountCents, rest.additionalPrincipalCents, rest.processingFeeCents);
  if (!money || left <= 0 || left >= money.amountCents) {
    throw new HostRefused('NotThere', `${formatCents(left)} is not a part of payment ${paymentId}.`);
  }
  const { effectiveOn } = payment;
  const isNoRecovery = await isOfBeforeChargeOff(transaction, row.account_id, paymentId);
  await takeOffLoan(transaction, loanFromRow(row), payment, rules, {
    description: PART_REFUNDED,
    effectiveOn,
    postedAt,
  });
  const after = await lockLoan(transaction, payment.accountNumber);
  const description = `${payment.description.replace(REST, '')}${REST}`;
  const transfer = { description, postedAt, paymentId: refundId, movesPaymentId: paymentId };
  const restOfPayment = { ...rest, effectiveOn, isNoRecovery, clearing: money.ledgerCode };
  const posted = await postInOrder(transaction, loanFromRow(after), { payment: restOfPayment, transfer }, rules);
  // Only now, so that the rest is neither a further loss nor recovered.
  if (posted) await adjustWriteOff(transaction, posted.loan, { effectiveOn, postedAt });
  return findKeptApplied(transaction, ids);
}

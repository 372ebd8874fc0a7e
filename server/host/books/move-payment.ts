import { subtractCents } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { AppliedOfKept } from '#server/host/host-payments.ts';
import type { MoveProjection, PaymentMove } from '#server/host/host-servicing.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { selectLoansForUpdate } from './accounts.queries.ts';
import { isOfBeforeChargeOff } from './charge-off.queries.ts';
import { dueOn } from './installments.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import {
  type PostedOnBooks,
  selectCurrentPayment,
  selectPostedPayment,
  selectReversal,
} from './loan-transfers.queries.ts';
import { lockLoan } from './lock-loan.ts';
import { credited, overpaidBy } from './apply-in-order.ts';
import type { LoanPayment } from './payment-application.ts';
import { postInOrder, projectInOrder } from './post-in-order.ts';
import { findKeptApplied, projectReversal, writeReversal } from './reverse-payment.ts';
import { listLateCharges, reverseLateCharge } from './reverse-late-charge.ts';
import { moneyIn } from './transfer.ts';

/** Shown in the history. Neither loan's says anything of the other. */
export const MOVED_AWAY = 'Payment moved to another loan';
const MOVED_HERE = ', moved from another loan';

/** Computes the effect of {@link movePayment} without writing. */
export async function projectMove(
  transaction: Transaction,
  move: PaymentMove,
  rules: ServicingRules,
): Promise<MoveProjection | undefined> {
  const found = await findMove(transaction, move);
  if (!found) return undefined;
  const { payment, from, to } = found;
  const charges = await listLateCharges(transaction, to);
  const lateCharges = charges.filter(
    ({ kind, owed, chargedOn }) => kind !== 'returnedPayment' && owed && chargedOn >= payment.effectiveOn,
  );
  const waived = lateCharges.filter(({ chargeId }) => move.waivedChargeIds.includes(chargeId));
  // Later ones aren't paid by it anyway.
  const ofThatDay = waived.filter(({ chargedOn }) => chargedOn === payment.effectiveOn);
  const lateChargesCents = subtractCents(to.lateChargesCents, ...ofThatDay.map(({ amountCents }) => amountCents));
  const before = { ...to, lateChargesCents };
  const { loan, applied, again } = await projectInOrder(transaction, before, moneyOf(payment, move), rules);
  const left = await projectReversal(transaction, from, payment, payment.effectiveOn, rules);
  return {
    effectiveOn: payment.effectiveOn,
    fromPrincipalAfterCents: left.loan.principalCents,
    allocation: applied.allocation,
    overpaidCents: overpaidBy(applied, again),
    principalAfterCents: loan.principalCents,
    nextDueOn: dueOn(loan),
    lateCharges,
  };
}

/** A reversal on one loan and a posting on the other, both as of the day of the payment. Idempotent. */
export async function movePayment(
  transaction: Transaction,
  move: PaymentMove,
  rules: ServicingRules,
): Promise<AppliedOfKept> {
  const { paymentId, moveId, accountNumber, movedOn, postedAt, waivedChargeIds } = move;
  const found = await findMove(transaction, move);
  const ids = { paymentId, postedAs: moveId };
  if (await selectPostedPayment(transaction, moveId)) return findKeptApplied(transaction, ids);
  if (!found) throw new HostRefused('NotThere', `Payment ${paymentId} can't be moved: it isn't on that loan anymore.`);
  const { payment, from } = found;
  const { effectiveOn } = payment;
  await writeReversal(transaction, from, payment, rules, { description: MOVED_AWAY, effectiveOn, postedAt });
  for (const chargeId of waivedChargeIds) {
    await reverseLateCharge(transaction, { accountNumber, chargeId, effectiveOn: movedOn, postedAt });
  }
  const row = await lockLoan(transaction, accountNumber);
  const description = `${payment.description.replace(MOVED_HERE, '')}${MOVED_HERE}`;
  const transfer = { description, postedAt, paymentId: moveId, movesPaymentId: paymentId };
  const isNoRecovery = await isOfBeforeChargeOff(transaction, row.account_id, paymentId);
  const money = { ...moneyOf(payment, move), isNoRecovery };
  await postInOrder(transaction, loanFromRow(row), { payment: money, transfer }, rules);
  return findKeptApplied(transaction, ids);
}

interface FoundMove {
  readonly payment: PostedOnBooks;
  readonly from: LoanState;
  readonly to: LoanState;
}

/** Locks both loans. Returns undefined if the payment is not on the loan it is to leave. */
async function findMove(
  transaction: Transaction,
  { paymentId, fromAccountNumber, accountNumber }: PaymentMove,
): Promise<FoundMove | undefined> {
  const rows = await selectLoansForUpdate(transaction, [fromAccountNumber, accountNumber]);
  const from = rows.find((row) => row.account_number === fromAccountNumber);
  const to = rows.find((row) => row.account_number === accountNumber);
  const payment = await selectCurrentPayment(transaction, paymentId);
  if (!from || !to || from === to || payment?.accountNumber !== fromAccountNumber) return undefined;
  if ((await selectReversal(transaction, payment.transferId)) !== undefined) return undefined;
  return { payment, from: loanFromRow(from), to: loanFromRow(to) };
}

/** The money and its fee stay where they are in the ledger; only what it pays on the loan is computed again. */
function moneyOf({ postings, effectiveOn }: PostedOnBooks, { additionalPrincipalCents }: PaymentMove): LoanPayment {
  const money = moneyIn(postings);
  if (!money) throw new Error('The posting of a payment has no line for the money.');
  const processingFeeCents = credited(postings, ledger.processingFeeIncome);
  const amountCents = subtractCents(money.amountCents, processingFeeCents, additionalPrincipalCents);
  return { effectiveOn, amountCents, additionalPrincipalCents, processingFeeCents, clearing: money.ledgerCode };
}

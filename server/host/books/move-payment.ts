import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { MoveProjection, PaymentMove } from '#server/host/host-servicing.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { selectLoanForUpdate, selectLoansForUpdate } from './accounts.queries.ts';
import { dueOn } from './installments.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import {
  type PostedOnBooks,
  selectCurrentPayment,
  selectPostedPayment,
  selectReversal,
  writeLoanTransfer,
} from './loan-transfers.queries.ts';
import { type AppliedPayment, applyPayment } from './payment-application.ts';
import { takePaymentBack } from './payment-reversal.ts';
import { listLateCharges, reverseLateCharge } from './reverse-late-charge.ts';

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
  const lateCharges = charges.filter(({ owed, chargedOn }) => owed && chargedOn >= payment.effectiveOn);
  const waived = lateCharges.filter(({ chargeId }) => move.waivedChargeIds.includes(chargeId));
  const lateChargesCents = subtractCents(to.lateChargesCents, ...waived.map(({ amountCents }) => amountCents));
  const { loan, allocation, postings } = applyMoved({ ...to, lateChargesCents }, payment, move, rules);
  return {
    effectiveOn: payment.effectiveOn,
    fromPrincipalAfterCents: takePaymentBack(from, payment, payment.effectiveOn).loan.principalCents,
    allocation,
    overpaidCents: credited(postings, ledger.overpayments),
    principalAfterCents: loan.principalCents,
    nextDueOn: dueOn(loan),
    lateCharges,
  };
}

/** A reversal on one loan and a posting on the other, both as of the day of the payment. Idempotent. */
export async function movePayment(transaction: Transaction, move: PaymentMove, rules: ServicingRules): Promise<void> {
  const { paymentId, moveId, accountNumber, movedOn, postedAt, waivedChargeIds } = move;
  const found = await findMove(transaction, move);
  if (await selectPostedPayment(transaction, moveId)) return;
  if (!found) throw new HostRefused('NotThere', `Payment ${paymentId} can't be moved: it isn't on that loan any more.`);
  const { payment, from } = found;
  const { effectiveOn } = payment;
  const back = takePaymentBack(from, payment, effectiveOn);
  await writeLoanTransfer(transaction, back.loan, {
    description: MOVED_AWAY,
    effectiveOn,
    postedAt,
    paymentId: null,
    countedCents: ZERO,
    reversesTransferId: payment.transferId,
    postings: back.postings,
  });
  for (const chargeId of waivedChargeIds) {
    await reverseLateCharge(transaction, { accountNumber, chargeId, effectiveOn: movedOn, postedAt });
  }
  const row = await selectLoanForUpdate(transaction, accountNumber);
  if (!row) throw new Error(`Loan ${accountNumber} was not found.`);
  const applied = applyMoved(loanFromRow(row), payment, move, rules);
  await writeLoanTransfer(transaction, applied.loan, {
    description: `${payment.description.replace(MOVED_HERE, '')}${MOVED_HERE}`,
    effectiveOn,
    postedAt,
    paymentId: moveId,
    countedCents: applied.countedCents,
    reversesTransferId: null,
    movesPaymentId: paymentId,
    postings: applied.postings,
  });
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

/** The money and its fee stay where they are in the ledger; only what it pays on the loan is worked out anew. */
function applyMoved(
  loan: LoanState,
  { postings, effectiveOn }: PostedOnBooks,
  { additionalPrincipalCents }: PaymentMove,
  rules: ServicingRules,
): AppliedPayment {
  const money = postings.find(({ accountId, amountCents }) => accountId === null && amountCents > 0);
  if (!money) throw new Error('The posting of a payment has no line for the money.');
  const processingFeeCents = credited(postings, ledger.processingFeeIncome);
  const amountCents = subtractCents(money.amountCents, processingFeeCents, additionalPrincipalCents);
  const payment = {
    effectiveOn,
    amountCents,
    additionalPrincipalCents,
    processingFeeCents,
    clearing: money.ledgerCode,
  };
  return applyPayment(loan, payment, rules);
}

function credited(postings: AppliedPayment['postings'], code: LedgerCode): Cents {
  const lines = postings.filter(({ ledgerCode }) => ledgerCode === code);
  return subtractCents(ZERO, addCents(...lines.map(({ amountCents }) => amountCents)));
}

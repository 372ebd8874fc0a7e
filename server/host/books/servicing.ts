import type { ServicingRules } from '#common/institution/institution.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type {
  HostServicing,
  PayoutPosting,
  ReceivedPlan,
  ReceivedPosting,
  ReceivedProjection,
} from '#server/host/host-servicing.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import { setHoldCode, setLoanHolds } from './loan-holds.queries.ts';
import { formatCents, ZERO } from '#common/core/money.ts';
import type { PayoutMeans } from '#common/payments/rules/payout.ts';
import type { ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import { movePayment, projectMove } from './move-payment.ts';
import { refundPart } from './refund-part.ts';
import { postChargeOff, postChargeOffReversal, projectChargeOff } from './charge-off.ts';
import { postDraw, projectDraw } from './draw-on-line.ts';
import { findLien, listLiens, postLienRelease, postLienWithdrawal } from './lien-release.ts';
import { postRateChange, postRateWithdrawal, projectRate } from './post-rate-change.ts';
import { postDeferral, postDueDay, projectDeferral, projectDueDay } from './post-due-days.ts';
import { loanFromRow } from './account-rows.ts';
import { selectAnyLoanOf } from './accounts.queries.ts';
import { ledger } from './ledger-codes.ts';
import { writeLoanTransfer } from './loan-transfers.queries.ts';
import { lockLoan, lockLoanOnce, noLoan } from './lock-loan.ts';
import { selectOverpaid, selectOverpaidLoans } from './overpayments.queries.ts';
import { credit, debit } from './transfer.ts';
import { overpaidBy } from './apply-in-order.ts';
import type { LoanPayment } from './payment-application.ts';
import { postInOrder, projectInOrder } from './post-in-order.ts';
import { wouldPayLoan } from './reverse-payment.ts';
import { listLateCharges } from './reverse-late-charge.ts';

/** Changes to loans on our own books that staff make. */
export function createServicing(database: Database, rules: ServicingRules): HostServicing {
  return {
    receivePayment: (posting) => inTransaction(database, (transaction) => receivePayment(transaction, posting, rules)),

    projectReceived: (plan) => projectReceived(database, plan, rules),

    projectMove: (move) => inTransaction(database, (transaction) => projectMove(transaction, move, rules)),
    movePayment: (move) => inTransaction(database, (transaction) => movePayment(transaction, move, rules)),

    refundPart: (refund) => inTransaction(database, (transaction) => refundPart(transaction, refund, rules)),

    async findOverpaid(customerId, accountNumber) {
      const row = await selectAnyLoanOf(database, { customerId, accountNumber });
      return row && selectOverpaid(database, row.account_id);
    },

    async wouldPayLoan(payout) {
      const row = await selectAnyLoanOf(database, payout);
      return row && wouldPayLoan(database, loanFromRow(row), payout.paymentId, rules);
    },

    listOverpaid: (limit) => selectOverpaidLoans(database, limit),

    payOutOverpayment: (posting) => inTransaction(database, (transaction) => payOut(transaction, posting)),

    async changeHolds(change) {
      if (!(await setLoanHolds(database, change))) throw noLoan(change.accountNumber);
    },

    async changeHoldCode(change) {
      if (!(await setHoldCode(database, change))) throw noLoan(change.accountNumber);
    },

    async projectDueDay(plan) {
      const row = await selectAnyLoanOf(database, plan);
      return row && projectDueDay(loanFromRow(row), plan);
    },

    changeDueDay: (change) => inTransaction(database, (transaction) => postDueDay(transaction, change)),

    async projectDeferral(plan) {
      const row = await selectAnyLoanOf(database, plan);
      return row && projectDeferral(row, plan);
    },

    deferInstallments: (change) => inTransaction(database, (transaction) => postDeferral(transaction, change)),

    async projectRate(plan) {
      const row = await selectAnyLoanOf(database, plan);
      return row && projectRate(row, plan);
    },

    changeRate: (change) => inTransaction(database, (transaction) => postRateChange(transaction, change)),

    withdrawRate: (change) => inTransaction(database, (transaction) => postRateWithdrawal(transaction, change)),

    projectChargeOff: (query) => projectChargeOff(database, query),
    chargeOff: (change) => inTransaction(database, (transaction) => postChargeOff(transaction, change)),
    reverseChargeOff: (change) =>
      inTransaction(database, (transaction) => postChargeOffReversal(transaction, change, rules)),

    projectDraw: (query) => projectDraw(database, query),
    drawOnLine: (posting) => inTransaction(database, (transaction) => postDraw(transaction, posting)),

    findLien: (loan) => findLien(database, loan),
    listLiens: (query) => listLiens(database, query),
    recordLienRelease: (change) => inTransaction(database, (transaction) => postLienRelease(transaction, change)),
    withdrawLienRelease: (change) => inTransaction(database, (transaction) => postLienWithdrawal(transaction, change)),
  };
}

/** Shown in the history. */
const descriptions = {
  check: 'Payment, Check',
  wire: 'Payment, Wire',
  branch: 'Payment, Branch',
} as const satisfies Record<ReceivedMeans, string>;

/** Posts money that staff received; it is in cash already. The same payment id again changes nothing. */
async function receivePayment(
  transaction: Transaction,
  { accountNumber, means, amountCents, effectiveOn, postedAt, paymentId }: ReceivedPosting,
  rules: ServicingRules,
): Promise<void> {
  const row = await lockLoan(transaction, accountNumber);
  const payment = receivedMoney({ amountCents, effectiveOn });
  const transfer = { description: descriptions[means], postedAt, paymentId };
  await postInOrder(transaction, loanFromRow(row), { payment, transfer }, rules);
}

function receivedMoney(money: Pick<ReceivedPosting, 'amountCents' | 'effectiveOn'>): LoanPayment {
  return { ...money, additionalPrincipalCents: ZERO, processingFeeCents: ZERO, clearing: ledger.cash };
}

async function projectReceived(
  queryable: Queryable,
  plan: ReceivedPlan,
  rules: ServicingRules,
): Promise<ReceivedProjection | undefined> {
  const row = await selectAnyLoanOf(queryable, plan);
  if (!row) return undefined;
  const { amountCents, effectiveOn } = plan;
  const before = loanFromRow(row);
  const payment = receivedMoney({ amountCents, effectiveOn });
  const { applied, loan, again } = await projectInOrder(queryable, before, payment, rules);
  const charges = await listLateCharges(queryable, before);
  return {
    allocation: applied.allocation,
    overpaidCents: overpaidBy(applied, again),
    principalAfterCents: loan.principalCents,
    appliedAgain: again.length,
    lateCharges: charges.filter(({ kind, chargedOn }) => kind !== 'returnedPayment' && chargedOn > effectiveOn),
  };
}

/** Shown in the history. */
const payoutDescriptions = {
  check: 'Overpayment refunded, Check',
  wire: 'Overpayment refunded, Wire',
  bank: 'Overpayment refunded, Bank account',
} as const satisfies Record<PayoutMeans, string>;

/** Posts that money left cash for the customer, or leaves it with a bank file. The same payment id again changes nothing. */
async function payOut(
  transaction: Transaction,
  { accountNumber, means, amountCents, effectiveOn, postedAt, paymentId }: PayoutPosting,
): Promise<void> {
  const row = await lockLoanOnce(transaction, { accountNumber, paymentId });
  if (!row) return;
  if (amountCents > (await selectOverpaid(transaction, row.account_id))) {
    throw new HostRefused('NotOverpaid', `Loan ${accountNumber} was not overpaid by ${formatCents(amountCents)}.`);
  }
  await writeLoanTransfer(transaction, loanFromRow(row), {
    description: payoutDescriptions[means],
    effectiveOn,
    postedAt,
    paymentId,
    countedCents: ZERO,
    reversesTransferId: null,
    postings: [
      debit(ledger.overpayments, row.account_id, amountCents),
      credit(means === 'bank' ? ledger.achClearing : ledger.cash, null, amountCents),
    ],
  });
}

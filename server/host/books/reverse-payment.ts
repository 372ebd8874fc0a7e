import type { Day } from '#common/core/dates.ts';
import { type Cents, minCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { AppliedOfKept, MoneyOnLoan, PaymentReversal, ReversedPayment } from '#server/host/host-payments.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { type LoanRow, loanFromRow, takesReturnFee } from './account-rows.ts';
import { selectAnyLoan } from './accounts.queries.ts';
import {
  credited,
  type InOrder,
  type LaterPostings,
  overpaidBy,
  reverseAndApplyKept,
  reverseDraw,
} from './apply-in-order.ts';
import { drawnBy } from './draw-on-line.ts';
import { ledger } from './ledger-codes.ts';
import { selectAllPostings, selectAppliedAgain, selectSinceOverpaid } from './live-postings.queries.ts';
import { chargeOtherFee, RETURN_FEE } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';
import { lockLoan } from './lock-loan.ts';
import { lockCurrentPayment } from './lock-current-payment.ts';
import {
  getPostedPayment,
  getReversal,
  type PostedOnBooks,
  selectCurrentPayment,
  selectPostedPayment,
  selectPrincipalAfter,
  writeLoanTransfer,
} from './loan-transfers.queries.ts';
import { selectLessOverpaid, selectOverpaid } from './overpayments.queries.ts';
import { postAgain, takeBackToApplyAgain } from './post-in-order.ts';
import type { NewTransfer, Posting } from './transfer.ts';
import { adjustWriteOff } from './write-off.ts';

/**
 * Reverses a payment, or a payout, on the loan it is on now, and applies to the loan what other payments left over.
 * Idempotent; returns undefined if it was never posted.
 */
export async function reversePayment(
  transaction: Transaction,
  reversal: PaymentReversal,
  rules: ServicingRules,
): Promise<ReversedPayment | undefined> {
  const { paymentId, effectiveOn, postedAt } = reversal;
  const locked = await lockCurrentPayment(transaction, paymentId);
  if (!locked) return undefined;
  const { payment, row } = locked;
  const written = await writeReversal(transaction, loanFromRow(row), payment, rules, {
    description: drawnBy(payment) > 0 ? 'Advance taken back' : 'Payment returned',
    effectiveOn,
    postedAt,
  });
  if (written !== undefined) await chargeReturnFee(transaction, row, reversal, rules);
  const transferId = written ?? (await getReversal(transaction, payment.transferId));
  const again = await selectAppliedAgain(transaction, row.account_id, { cause: causeOf(payment), after: transferId });
  const lastTransferId = again?.lastTransferId ?? transferId;
  return {
    transferId: String(transferId),
    principalAfterCents: await selectPrincipalAfter(transaction, row.account_id, lastTransferId),
    ...keptAppliedOf(row, again?.appliedCents ?? ZERO),
    ...leftOverOf(row, payment, again?.appliedCents ?? ZERO),
  };
}

/** Charged with the reversal and never without it, so a payment has one at most. */
async function chargeReturnFee(
  transaction: Transaction,
  row: LoanRow,
  { returnFeeCents = ZERO, effectiveOn, postedAt }: PaymentReversal,
  rules: ServicingRules,
): Promise<void> {
  if (returnFeeCents <= ZERO || !takesReturnFee(row, rules)) return;
  const { loan, postings } = chargeOtherFee(
    loanFromRow(await lockLoan(transaction, row.account_number)),
    returnFeeCents,
    effectiveOn,
  );
  await writeLoanTransfer(transaction, loan, {
    description: RETURN_FEE,
    effectiveOn,
    postedAt,
    paymentId: null,
    countedCents: ZERO,
    reversesTransferId: null,
    postings,
  });
}

/**
 * Returns what other payments had left over and pays what the loan owes again, since a payment, or a part of it, was
 * taken off.
 * @param postedAs the id of what was posted then: the payment on its new loan, or the rest of it on the same one
 */
export async function findKeptApplied(
  transaction: Transaction,
  { paymentId, postedAs }: { readonly paymentId: string; readonly postedAs: string },
): Promise<AppliedOfKept> {
  const posted = await getPostedPayment(transaction, postedAs);
  const payment = await selectCurrentPayment(transaction, paymentId, posted.transferId);
  const row = payment && (await selectAnyLoan(transaction, payment.accountNumber));
  if (!row) throw new Error(`Payment ${paymentId} was on no loan before ${postedAs}.`);
  const reversalId = await getReversal(transaction, payment.transferId);
  const { account_id: accountId } = row;
  const again = await selectAppliedAgain(transaction, accountId, { cause: postedAs, after: posted.transferId });
  const through = again?.lastTransferId ?? posted.transferId;
  const less = await selectLessOverpaid(transaction, accountId, { from: reversalId, through });
  // Its own overpayment went back with it, so only that of other payments is left to apply.
  const goneCents = subtractCents(creditedTo(accountId, payment), creditedTo(accountId, posted));
  const ownCents = minCents(goneCents, credited(payment.postings, ledger.overpayments));
  return keptAppliedOf(row, subtractCents(less, ownCents));
}

function keptAppliedOf(row: LoanRow, amountCents: Cents): AppliedOfKept {
  return amountCents > ZERO ? { keptApplied: moneyOn(row, amountCents) } : {};
}

/** Payments leave more over than before if they had paid a draw that is taken back. */
function leftOverOf(row: LoanRow, draw: PostedOnBooks, appliedCents: Cents): AppliedOfKept {
  const isLeft = appliedCents < ZERO && drawnBy(draw) > 0;
  return isLeft ? { leftOver: moneyOn(row, subtractCents(ZERO, appliedCents)) } : {};
}

function moneyOn({ account_number: accountNumber, customer_id: customerId }: LoanRow, amountCents: Cents): MoneyOnLoan {
  return { customerId, accountNumber, amountCents };
}

function creditedTo(onAccount: number, { postings }: PostedOnBooks): Cents {
  const lines = postings.filter(({ accountId }) => accountId === onAccount);
  return subtractCents(ZERO, ...lines.map(({ amountCents }) => amountCents));
}

type ReversalEntry = Pick<NewTransfer, 'description' | 'effectiveOn' | 'postedAt'>;

/** Returns undefined, with nothing written, if the payment was reversed before. */
export async function writeReversal(
  transaction: Transaction,
  before: LoanState,
  payment: PostedOnBooks,
  rules: ServicingRules,
  entry: ReversalEntry,
): Promise<number | undefined> {
  const written = await takeOffLoan(transaction, before, payment, rules, entry);
  if (!written) return undefined;
  await adjustWriteOff(transaction, written.loan, entry);
  return written.transferId;
}

interface TakenOff {
  readonly transferId: number;
  readonly loan: LoanState;
}

/** Writes a reversal of which the charge-off of the loan, if there is one, is still to be adjusted. */
export async function takeOffLoan(
  transaction: Transaction,
  before: LoanState,
  payment: PostedOnBooks,
  rules: ServicingRules,
  entry: ReversalEntry,
): Promise<TakenOff | undefined> {
  const reversed = await projectReversal(transaction, before, payment, entry.effectiveOn, rules);
  const { loan, again, postings } = reversed;
  const transferId = await writeLoanTransfer(transaction, loan, {
    ...entry,
    paymentId: null,
    countedCents: ZERO,
    reversesTransferId: payment.transferId,
    postings,
  });
  if (transferId === undefined) return undefined;
  const { postedAt } = entry;
  await takeBackToApplyAgain(transaction, loan, again, postedAt);
  await postAgain(transaction, loan, again, { cause: causeOf(payment), postedAt });
  return { transferId, loan };
}

const nothing: LaterPostings = { payments: [], charges: [] };

function causeOf({ transferId }: PostedOnBooks): string {
  return `reversal-${transferId}`;
}

/** Returns whether a part of a payout would pay the loan, instead of waiting to be paid out again, if it was reversed. */
export async function wouldPayLoan(
  queryable: Queryable,
  loan: LoanState,
  paymentId: string,
  rules: ServicingRules,
): Promise<boolean> {
  const payout = await selectPostedPayment(queryable, paymentId);
  if (!payout) return false;
  const reversed = await projectReversal(queryable, loan, payout, loan.accruedThrough, rules);
  return overpaidBy(reversed, reversed.again) < credited(reversed.postings, ledger.overpayments);
}

/** Computes the effect of {@link writeReversal} without writing. */
export async function projectReversal(
  queryable: Queryable,
  before: LoanState,
  payment: PostedOnBooks,
  on: Day,
  rules: ServicingRules,
): Promise<InOrder & { readonly postings: readonly Posting[] }> {
  if (drawnBy(payment) > 0) {
    // Also earlier ones: what they left over may have paid it since. Later ones paid its interest.
    const { payments, charges } = await selectAllPostings(queryable, before.accountId);
    const others = { payments, charges: charges.filter(({ transferId }) => transferId !== payment.transferId) };
    const keptCents = await selectOverpaid(queryable, before.accountId);
    return reverseDraw(before, payment, on, { others, keptCents }, rules);
  }
  const ofPayment = credited(payment.postings, ledger.overpayments);
  const keptCents = subtractCents(await selectOverpaid(queryable, before.accountId), ofPayment);
  const since = keptCents > ZERO ? await selectSinceOverpaid(queryable, before.accountId, payment) : nothing;
  return reverseAndApplyKept(before, payment, on, { since, keptCents }, rules);
}

import type { Day } from '#common/core/dates.ts';
import { subtractCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { PaymentReversal, ReversedPayment } from '#server/host/host-payments.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { credited, type InOrder, reverseAndApplyKept } from './apply-in-order.ts';
import { ledger } from './ledger-codes.ts';
import { selectAppliedAgain, selectOverpaying } from './live-postings.queries.ts';
import type { LoanState } from './loan-state.ts';
import { lockCurrentPayment } from './lock-current-payment.ts';
import {
  type PostedOnBooks,
  selectPrincipalAfter,
  selectReversal,
  writeLoanTransfer,
} from './loan-transfers.queries.ts';
import { selectOverpaid } from './overpayments.queries.ts';
import { postAgain, takeBackToApplyAgain } from './post-in-order.ts';
import type { NewTransfer, Posting } from './transfer.ts';

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
    description: 'Payment returned',
    effectiveOn,
    postedAt,
  });
  const transferId = written ?? (await selectReversal(transaction, payment.transferId));
  if (transferId === undefined) throw new Error(`The reversal of payment ${paymentId} was not found.`);
  const again = await selectAppliedAgain(transaction, row.account_id, { cause: causeOf(payment), after: transferId });
  const { account_id: accountId, account_number: accountNumber, customer_id: customerId } = row;
  const amountCents = again?.appliedCents ?? ZERO;
  return {
    transferId: String(transferId),
    principalAfterCents: await selectPrincipalAfter(transaction, accountId, again?.lastTransferId ?? transferId),
    ...(amountCents > ZERO && { keptApplied: { customerId, accountNumber, amountCents } }),
  };
}

/** Returns undefined, with nothing written, if the payment was reversed before. */
export async function writeReversal(
  transaction: Transaction,
  before: LoanState,
  payment: PostedOnBooks,
  rules: ServicingRules,
  entry: Pick<NewTransfer, 'description' | 'effectiveOn' | 'postedAt'>,
): Promise<number | undefined> {
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
  return transferId;
}

function causeOf({ transferId }: PostedOnBooks): string {
  return `reversal-${transferId}`;
}

/** Computes the effect of {@link writeReversal} without writing. */
export async function projectReversal(
  queryable: Queryable,
  before: LoanState,
  payment: PostedOnBooks,
  on: Day,
  rules: ServicingRules,
): Promise<InOrder & { readonly postings: readonly Posting[] }> {
  const ofPayment = credited(payment.postings, ledger.overpayments);
  const keptCents = subtractCents(await selectOverpaid(queryable, before.accountId), ofPayment);
  const all = keptCents > ZERO ? await selectOverpaying(queryable, before.accountId) : [];
  const overpaying = all.filter(({ transferId }) => transferId !== payment.transferId);
  return reverseAndApplyKept(before, payment, on, { overpaying, keptCents }, rules);
}

import type { ServicingRules } from '#common/institution/institution.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { paymentIdOfAppliedAgain } from '#common/payments/rules/applied-again.ts';
import { ZERO } from '#common/core/money.ts';
import { type AppliedAgain, applyInOrder, type InOrder } from './apply-in-order.ts';
import { selectLaterPostings } from './live-postings.queries.ts';
import { selectPostedPayment, writeLoanTransfer } from './loan-transfers.queries.ts';
import type { LoanState } from './loan-state.ts';
import { selectOverpaid } from './overpayments.queries.ts';
import { type AppliedPayment, applyPayment, type LoanPayment } from './payment-application.ts';
import { reversed, TAKEN_TO_APPLY_AGAIN } from './payment-reversal.ts';
import type { NewTransfer } from './transfer.ts';
import { adjustWriteOff } from './write-off.ts';

/** Shown in the history. */
const AGAIN = ', applied again';

export interface InOrderOfDays extends InOrder {
  readonly applied: AppliedPayment;
}

/** Computes the effect of {@link postInOrder} without writing. */
export async function projectInOrder(
  queryable: Queryable,
  loan: LoanState,
  payment: LoanPayment,
  rules: ServicingRules,
): Promise<InOrderOfDays> {
  if (!isBackdated(loan, payment)) {
    const applied = applyPayment(loan, payment, rules);
    return { applied, loan: applied.loan, again: [] };
  }
  const later = await selectLaterPostings(queryable, loan.accountId, payment.effectiveOn);
  const keptCents = await selectOverpaid(queryable, loan.accountId);
  return applyInOrder(loan, payment, { later, keptCents }, rules);
}

/** Returns whether something on the loan may count from a later day. */
export function isBackdated({ accruedThrough }: LoanState, { effectiveOn }: Pick<LoanPayment, 'effectiveOn'>): boolean {
  return effectiveOn < accruedThrough;
}

type PaymentTransfer = Pick<NewTransfer, 'description' | 'postedAt' | 'movesPaymentId'> & {
  readonly paymentId: string;
};

/**
 * Posts a payment as of its own day, and applies payments of later days again. The transaction must hold the loan's
 * lock.
 * Returns undefined, with nothing written, if it was posted before.
 */
export async function postInOrder(
  transaction: Transaction,
  before: LoanState,
  { payment, transfer }: { readonly payment: LoanPayment; readonly transfer: PaymentTransfer },
  rules: ServicingRules,
): Promise<(InOrderOfDays & { readonly transferId: number }) | undefined> {
  const { paymentId, postedAt } = transfer;
  if (isBackdated(before, payment) && (await selectPostedPayment(transaction, paymentId))) return undefined;
  const posted = await projectInOrder(transaction, before, payment, rules);
  const { applied, loan, again } = posted;
  await takeBackToApplyAgain(transaction, loan, again, postedAt);
  const transferId = await writeLoanTransfer(transaction, loan, {
    ...transfer,
    effectiveOn: payment.effectiveOn,
    countedCents: applied.countedCents,
    reversesTransferId: null,
    postings: applied.postings,
  });
  if (transferId === undefined) return undefined;
  await postAgain(transaction, loan, again, { cause: paymentId, postedAt });
  const { effectiveOn } = payment;
  if (again.length > 0 || payment.isNoRecovery === true)
    await adjustWriteOff(transaction, loan, { effectiveOn, postedAt });
  return { ...posted, transferId };
}

export async function takeBackToApplyAgain(
  transaction: Transaction,
  loan: LoanState,
  again: readonly AppliedAgain[],
  postedAt: Temporal.Instant,
): Promise<void> {
  for (const { payment } of again.toReversed()) {
    await writeLoanTransfer(transaction, loan, {
      description: TAKEN_TO_APPLY_AGAIN,
      effectiveOn: payment.effectiveOn,
      postedAt,
      paymentId: null,
      countedCents: ZERO,
      reversesTransferId: payment.transferId,
      postings: reversed(payment.postings),
    });
  }
}

/** @param cause names what was posted, once */
export async function postAgain(
  transaction: Transaction,
  loan: LoanState,
  again: readonly AppliedAgain[],
  { cause, postedAt }: { readonly cause: string; readonly postedAt: Temporal.Instant },
): Promise<void> {
  for (const [index, { payment, postings }] of again.entries()) {
    await writeLoanTransfer(transaction, loan, {
      description: `${payment.description.replace(AGAIN, '')}${AGAIN}`,
      effectiveOn: payment.effectiveOn,
      postedAt,
      paymentId: paymentIdOfAppliedAgain(cause, index),
      countedCents: payment.countedCents,
      reversesTransferId: null,
      ...(payment.paymentId !== null && { movesPaymentId: payment.paymentId }),
      postings,
    });
  }
}

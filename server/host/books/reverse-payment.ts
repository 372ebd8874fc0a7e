import type { PaymentReversal, ReversedPayment } from '#server/host/host-payments.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { selectLoanForUpdate } from './accounts.queries.ts';
import {
  selectCurrentPayment,
  selectPrincipalAfter,
  selectReversal,
  writeLoanTransfer,
} from './loan-transfers.queries.ts';
import { takePaymentBack } from './payment-reversal.ts';
import { ZERO } from '#common/core/money.ts';

/** Reverses a payment on the loan it is on now. Idempotent; returns undefined if it was never posted. */
export async function reversePayment(
  transaction: Transaction,
  reversal: PaymentReversal,
): Promise<ReversedPayment | undefined> {
  const payment = await selectCurrentPayment(transaction, reversal.paymentId);
  const row = payment && (await selectLoanForUpdate(transaction, payment.accountNumber));
  if (!payment || !row) return undefined;
  const { loan, postings } = takePaymentBack(loanFromRow(row), payment, reversal.effectiveOn);
  const written = await writeLoanTransfer(transaction, loan, {
    description: 'Payment returned',
    effectiveOn: reversal.effectiveOn,
    postedAt: reversal.postedAt,
    paymentId: null,
    countedCents: ZERO,
    reversesTransferId: payment.transferId,
    postings,
  });
  const transferId = written ?? (await selectReversal(transaction, payment.transferId));
  if (transferId === undefined) throw new Error(`The reversal of payment ${reversal.paymentId} was not found.`);
  return {
    transferId: String(transferId),
    principalAfterCents: await selectPrincipalAfter(transaction, row.account_id, transferId),
  };
}

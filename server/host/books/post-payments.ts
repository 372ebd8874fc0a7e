import type { ServicingRules } from '#common/institution/institution.ts';
import type { PaymentPosting, PostedPayment } from '#server/host/host-payments.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { type LoanRow, loanFromRow } from './account-rows.ts';
import { selectLoansForUpdate } from './accounts.queries.ts';
import { dueOn } from './installments.ts';
import { selectPostedIds, writeLoanTransfers } from './loan-transfers.queries.ts';
import { applyPayment } from './payment-application.ts';
import { clearing, descriptionOf } from './post-payment.ts';
import { isBackdated } from './post-in-order.ts';

/**
 * Posts payments of different loans in a few statements. Leaves out those that were posted before, whose account is no
 * loan, or that count from a day before other postings; they are posted one by one.
 * Returns the answers by payment id.
 */
export async function postPayments(
  transaction: Transaction,
  postings: readonly PaymentPosting[],
  rules: ServicingRules,
): Promise<ReadonlyMap<string, PostedPayment>> {
  const rows = await selectLoansForUpdate(
    transaction,
    postings.map(({ accountNumber }) => accountNumber),
  );
  const loans = new Map(rows.map((row) => [row.account_number, row]));
  const posted = await selectPostedIds(
    transaction,
    postings.map(({ paymentId }) => paymentId),
  );
  const applied = postings.flatMap((posting) => {
    const row = loans.get(posting.accountNumber);
    if (!row || posted.has(posting.paymentId) || isBackdated(loanFromRow(row), posting)) return [];
    return [applyTo(row, posting, rules)];
  });
  const ids = await writeLoanTransfers(transaction, applied);
  return new Map(
    applied.map(({ transfer, loan, allocation }, index) => [
      transfer.paymentId,
      {
        transferId: String(ids[index]),
        allocation,
        principalAfterCents: loan.principalCents,
        nextDueOn: dueOn(loan),
      },
    ]),
  );
}

function applyTo(row: LoanRow, posting: PaymentPosting, rules: ServicingRules) {
  const { paymentId, method, effectiveOn, postedAt } = posting;
  const applied = applyPayment(loanFromRow(row), { ...posting, clearing: clearing[method] }, rules);
  const transfer = {
    description: descriptionOf(posting),
    effectiveOn,
    postedAt,
    paymentId,
    countedCents: applied.countedCents,
    reversesTransferId: null,
    postings: applied.postings,
  };
  return { loan: applied.loan, allocation: applied.allocation, transfer };
}

import type { ServicingRules } from '#common/institution/institution.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { HostServicing, ReceivedPosting } from '#server/host/host.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { setLoanHolds } from './loan-holds.queries.ts';
import { ZERO } from '#common/core/money.ts';
import type { ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import { loanFromRow } from './account-rows.ts';
import { selectLoanForUpdate } from './accounts.queries.ts';
import { ledger } from './ledger-codes.ts';
import { writeLoanTransfer } from './loan-transfers.queries.ts';
import { applyPayment } from './payment-application.ts';

/** Changes to loans on our own books that staff make. */
export function createServicing(database: Database, rules: ServicingRules): HostServicing {
  return {
    receivePayment: (posting) => inTransaction(database, (transaction) => receivePayment(transaction, posting, rules)),

    async changeHolds(change) {
      if (await setLoanHolds(database, change)) return;
      throw new HostRefused('NotALoan', 'Holds were to be changed on an account that is no loan.');
    },
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
  const row = await selectLoanForUpdate(transaction, accountNumber);
  if (!row) throw new HostRefused('NotALoan', 'A received payment was to be posted to an account that is no loan.');
  const payment = { amountCents, effectiveOn, additionalPrincipalCents: ZERO, processingFeeCents: ZERO };
  const applied = applyPayment(loanFromRow(row), { ...payment, clearing: ledger.cash }, rules);
  await writeLoanTransfer(transaction, applied.loan, {
    description: descriptions[means],
    effectiveOn,
    postedAt,
    paymentId,
    countedCents: applied.countedCents,
    reversesTransferId: null,
    postings: applied.postings,
  });
}

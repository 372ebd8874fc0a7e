import { hasOpenHoldCode } from '#common/accounts/rules/account.ts';
import type { DrawObstacle } from '#common/accounts/rules/line-draw.ts';
import { type Cents, formatCents, ZERO } from '#common/core/money.ts';
import type { PayoutMeans } from '#common/payments/rules/payout.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { DrawProjection, DrawQuery, PayoutPosting } from '#server/host/host-servicing.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { availableCredit, hasEnded, type LoanRow, loanFromRow } from './account-rows.ts';
import { selectAnyLoanOf } from './accounts.queries.ts';
import { ledger } from './ledger-codes.ts';
import { lend } from './loan-events.ts';
import { writeLoanTransfer } from './loan-transfers.queries.ts';
import { lockLoanOnce } from './lock-loan.ts';
import type { PaymentOnBooks } from './payment-reversal.ts';
import { credit, debit } from './transfer.ts';

/** Shown in the history. */
const descriptions = {
  check: 'Advance, Check',
  wire: 'Advance, Wire',
  bank: 'Advance, Bank account',
} as const satisfies Record<PayoutMeans, string>;

function whyNoDraw(row: LoanRow): DrawObstacle | undefined {
  if (loanFromRow(row).kind !== 'lineOfCredit') return 'NotALine';
  if (hasEnded(row)) return 'LoanClosed';
  return !hasOpenHoldCode(row.hold_code) || row.in_dispute || row.locked_for_payoff ? 'LoanHeld' : undefined;
}

export async function projectDraw(queryable: Queryable, query: DrawQuery): Promise<DrawProjection | undefined> {
  const row = await selectAnyLoanOf(queryable, query);
  if (!row) return undefined;
  const { creditLimitCents, principalCents, ...line } = loanFromRow(row);
  const obstacle = whyNoDraw(row) ?? null;
  const availableCents = availableCredit({ creditLimitCents, principalCents, ...line });
  return { limitCents: creditLimitCents, principalCents, availableCents, obstacle };
}

/** Posts a draw as of its day: it earns interest from then on. The same payment id again changes nothing. */
export async function postDraw(
  transaction: Transaction,
  { accountNumber, means, amountCents, effectiveOn, postedAt, paymentId }: PayoutPosting,
): Promise<void> {
  const row = await lockLoanOnce(transaction, { accountNumber, paymentId });
  if (!row) return;
  const before = loanFromRow(row);
  const obstacle = whyNoDraw(row);
  if (obstacle || amountCents > availableCredit(before)) {
    const why = obstacle ?? 'the limit';
    throw new HostRefused('TermsStay', `${formatCents(amountCents)} can't be drawn on ${accountNumber}: ${why}.`);
  }
  const { loan } = lend(before, amountCents, effectiveOn);
  await writeLoanTransfer(transaction, loan, {
    description: descriptions[means],
    effectiveOn,
    postedAt,
    paymentId,
    countedCents: ZERO,
    reversesTransferId: null,
    postings: [
      debit(ledger.loanPrincipal, loan.accountId, amountCents),
      credit(means === 'bank' ? ledger.achClearing : ledger.cash, null, amountCents),
    ],
  });
}

/** The part of a transfer that was drawn; zero for a payment. */
export function drawnBy({ postings }: Pick<PaymentOnBooks, 'postings'>): Cents {
  const drawn = postings.find(({ ledgerCode, amountCents }) => ledgerCode === ledger.loanPrincipal && amountCents > 0);
  return drawn?.amountCents ?? ZERO;
}

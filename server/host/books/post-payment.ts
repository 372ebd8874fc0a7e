import { addCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { Allocation } from '#common/payments/rules/payment-types.ts';
import { isPrincipalOnly } from '#common/payments/rules/breakdown.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { PaymentPosting, PostedPayment } from '#server/host/host-payments.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { type LoanRow, loanFromRow } from './account-rows.ts';
import { dueOn } from './installments.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import { getPostedPayment, selectPrincipalAfter } from './loan-transfers.queries.ts';
import { lockLoan } from './lock-loan.ts';
import { postInOrder } from './post-in-order.ts';
import { moneyIn, type Posting } from './transfer.ts';

export const clearing = { Card: ledger.cardClearing, ACH: ledger.achClearing } as const;

/** Shown in the history. */
export const paymentDescription = { Card: 'Payment, Card', ACH: 'Payment, E-Check' } as const;

export const principalDescription = {
  Card: 'Principal-only payment, Card',
  ACH: 'Principal-only payment, E-Check',
} as const;

/** Returns a payment's description in the history of its loan. */
export function descriptionOf(posting: PaymentPosting): string {
  return (isPrincipalOnly(posting) ? principalDescription : paymentDescription)[posting.method];
}

/**
 * Posts a payment. A repeat with the same payment id posts nothing, and returns what was posted, with today's due date.
 * @throws HostRefused `NotALoan`, or `OtherPayment` if the id was posted to another account or for another amount
 */
export async function postPayment(
  transaction: Transaction,
  posting: PaymentPosting,
  rules: ServicingRules,
): Promise<PostedPayment> {
  const row = await lockLoan(transaction, posting.accountNumber);
  const payment = { ...posting, clearing: clearing[posting.method] };
  const { paymentId, postedAt } = posting;
  const transfer = { description: descriptionOf(posting), postedAt, paymentId };
  const posted = await postInOrder(transaction, loanFromRow(row), { payment, transfer }, rules);
  if (!posted) return answerRepeat(transaction, posting, row);
  const { transferId, applied, loan } = posted;
  return {
    transferId: String(transferId),
    allocation: applied.allocation,
    principalAfterCents: loan.principalCents,
    nextDueOn: dueOn(loan),
  };
}

async function answerRepeat(transaction: Transaction, posting: PaymentPosting, row: LoanRow): Promise<PostedPayment> {
  const posted = await getPostedPayment(transaction, posting.paymentId);
  const total = addCents(posting.amountCents, posting.additionalPrincipalCents, posting.processingFeeCents);
  if (posted.accountNumber !== posting.accountNumber || moneyIn(posted.postings)?.amountCents !== total) {
    throw new HostRefused(
      'OtherPayment',
      `Payment ${posting.paymentId} was already posted to another account or for another amount.`,
    );
  }
  return {
    transferId: String(posted.transferId),
    allocation: allocationOf(posted.postings),
    principalAfterCents: await selectPrincipalAfter(transaction, row.account_id, posted.transferId),
    nextDueOn: dueOn(loanFromRow(row)),
  };
}

function allocationOf(lines: readonly Posting[]): Allocation {
  const credited = (...codes: readonly LedgerCode[]) =>
    subtractCents(ZERO, ...lines.filter((line) => codes.includes(line.ledgerCode)).map((line) => line.amountCents));
  return {
    feesCents: credited(ledger.lateCharges, ledger.otherFees),
    interestCents: credited(ledger.interestIncome),
    principalCents: credited(ledger.loanPrincipal),
  };
}

import type { Day } from '#common/core/dates.ts';
import { type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { credit, debit, type Posting, postings, type NewTransfer } from './transfer.ts';

/** Shown in the history. */
export const OPENING_BALANCE = 'Opening balance';

interface Opening {
  readonly on: Day;
  readonly at: Temporal.Instant;
}

/** Brings a converted loan's balances onto the books; empty if they are zero. */
export function loanOpening(loan: LoanState, { on, at }: Opening): NewTransfer[] {
  const owed = postings(
    debit(ledger.loanPrincipal, loan.accountId, loan.principalCents),
    debit(ledger.lateCharges, loan.accountId, loan.lateChargesCents),
    debit(ledger.otherFees, loan.accountId, loan.otherFeesCents),
  );
  return opening([...owed, ...owed.map((line) => credit(ledger.openingBalances, null, line.amountCents))], on, at);
}

/** Same for a deposit or investment; an overdrawn one has a negative balance. */
export function depositOpening(accountId: number, balanceCents: Cents, { on, at }: Opening): NewTransfer[] {
  const lines = postings(
    debit(ledger.openingBalances, null, balanceCents),
    debit(ledger.deposits, accountId, subtractCents(ZERO, balanceCents)),
  );
  return opening(lines, on, at);
}

function opening(lines: readonly Posting[], effectiveOn: Day, postedAt: Temporal.Instant): NewTransfer[] {
  if (lines.length === 0) return [];
  return [
    {
      description: OPENING_BALANCE,
      effectiveOn,
      postedAt,
      paymentId: null,
      countedCents: ZERO,
      reversesTransferId: null,
      postings: lines,
    },
  ];
}

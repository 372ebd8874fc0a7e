import type { Day } from '#common/core/dates.ts';
import { type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { credit, debit, type Posting, postings, type NewTransfer } from './transfer.ts';

/** Shown in the history. */
export const OPENING_BALANCE = 'Opening balance';

/** A core's file changed the balance. */
export const BALANCE_UPDATE = 'Balance update';

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

/** Brings a loan's balances to those of a core's file; empty if they are the same. */
export function balanceUpdate(before: LoanState, after: LoanState, { on, at }: Opening): NewTransfer[] {
  const lines = postings(
    debit(ledger.loanPrincipal, after.accountId, subtractCents(after.principalCents, before.principalCents)),
    debit(ledger.lateCharges, after.accountId, subtractCents(after.lateChargesCents, before.lateChargesCents)),
    debit(ledger.otherFees, after.accountId, subtractCents(after.otherFeesCents, before.otherFeesCents)),
  );
  return written(
    BALANCE_UPDATE,
    [...lines, ...lines.map((line) => credit(ledger.balanceUpdates, null, line.amountCents))],
    on,
    at,
  );
}

/** Same for a deposit or investment. */
export function depositUpdate(
  accountId: number,
  beforeCents: Cents,
  afterCents: Cents,
  { on, at }: Opening,
): NewTransfer[] {
  const changeCents = subtractCents(afterCents, beforeCents);
  const lines = postings(
    debit(ledger.balanceUpdates, null, changeCents),
    credit(ledger.deposits, accountId, changeCents),
  );
  return written(BALANCE_UPDATE, lines, on, at);
}

function opening(lines: readonly Posting[], effectiveOn: Day, postedAt: Temporal.Instant): NewTransfer[] {
  return written(OPENING_BALANCE, lines, effectiveOn, postedAt);
}

function written(
  description: string,
  lines: readonly Posting[],
  effectiveOn: Day,
  postedAt: Temporal.Instant,
): NewTransfer[] {
  if (lines.length === 0) return [];
  return [
    {
      description,
      effectiveOn,
      postedAt,
      paymentId: null,
      countedCents: ZERO,
      reversesTransferId: null,
      postings: lines,
    },
  ];
}

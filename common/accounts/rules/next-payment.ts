import type { Day } from '../../core/dates.ts';
import { type Cents, subtractCents, ZERO } from '../../core/money.ts';
import { type AccountSummary, hasOpenHoldCode, isClosed, isPayable } from './account.ts';

export type DueAccount = AccountSummary & { readonly dueOn: Day };

export function findNextPayment(accounts: readonly AccountSummary[]): DueAccount | undefined {
  return accounts
    .filter(isDue)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : b.amountDueCents - a.amountDueCents))
    .at(0);
}

function isDue(account: AccountSummary): account is DueAccount {
  return (
    isPayable(account) &&
    !isClosed(account) &&
    hasOpenHoldCode(account.comment) &&
    account.dueOn !== null &&
    account.amountDueCents > 0
  );
}

/** How much of a loan is paid off. */
export interface LoanProgress {
  readonly paidCents: Cents;
  readonly originalCents: Cents;
  /** From 0 to 1. */
  readonly share: number;
}

/** Returns undefined if the original amount is unknown; a balance above it counts as nothing paid. */
export function findLoanProgress(
  account: Pick<AccountSummary, 'balanceCents' | 'originalAmountCents'>,
): LoanProgress | undefined {
  const originalCents = account.originalAmountCents;
  if (originalCents === null || originalCents <= 0) return undefined;
  const difference = subtractCents(originalCents, account.balanceCents);
  const paidCents = difference > 0 ? difference : ZERO;
  return { paidCents, originalCents, share: Math.min(1, paidCents / originalCents) };
}

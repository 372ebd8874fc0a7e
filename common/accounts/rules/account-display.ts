import type { Day } from '../../core/dates.ts';
import { addCents, type Cents } from '../../core/money.ts';
import { type AccountSummary, isClosed } from './account.ts';

/** A closed account shows no due date (M 3). */
export function shownDueDate(account: Pick<AccountSummary, 'comment' | 'dueOn'>): Day | null {
  return isClosed(account) ? null : account.dueOn;
}

export type AccountStanding = 'closed' | 'pastDue' | 'current';

export function standingOf(account: Pick<AccountSummary, 'comment' | 'pastDue'>): AccountStanding {
  if (isClosed(account)) return 'closed';
  return account.pastDue ? 'pastDue' : 'current';
}

export function totalBalance(accounts: readonly Pick<AccountSummary, 'balanceCents'>[]): Cents {
  return addCents(...accounts.map((account) => account.balanceCents));
}

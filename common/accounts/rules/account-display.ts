import type { Day } from '../../core/dates.ts';
import { addCents, type Cents } from '../../core/money.ts';
import { type AccountSummary, isClosed } from './account.ts';

/** The comment that means nothing to the customer (M 3). */
const PLACEHOLDER_COMMENT = 'nox$';

/** The comment as shown: the host's placeholder is blank. */
export function shownComment(comment: string): string {
  return comment.toLowerCase() === PLACEHOLDER_COMMENT ? '' : comment;
}

/** The due date as shown: a closed account has none (M 3). */
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

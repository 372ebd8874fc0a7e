import type { AccountSummary } from './account.ts';
import { type AccountStanding, standingOf } from './account-display.ts';

/**
 * What the status of an account may hold besides nothing, which is current (M 3), and
 * a word of the host's own: codes for which the institution's texts have the words.
 */
export const statusCodes = { pastDue: 'PastDue', delinquent: 'Delinquent' } as const;

export type ShownStatus =
  | { readonly kind: AccountStanding | 'delinquent' }
  /** As the host said it. */
  | { readonly kind: 'hostWord'; readonly word: string };

export function shownStatus(account: Pick<AccountSummary, 'comment' | 'pastDue' | 'status'>): ShownStatus {
  switch (account.status) {
    case '':
      return { kind: standingOf(account) };
    case statusCodes.pastDue:
      return { kind: 'pastDue' };
    case statusCodes.delinquent:
      return { kind: 'delinquent' };
    default:
      return { kind: 'hostWord', word: account.status };
  }
}

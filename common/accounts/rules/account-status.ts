import { type AccountSummary, isClosed } from './account.ts';
import { type AccountStanding, standingOf } from './account-display.ts';

/** Status codes with texts of the institution. Empty means current (M 3); anything else is the host's own word. */
export const statusCodes = {
  pastDue: 'PastDue',
  delinquent: 'Delinquent',
  paidOff: 'PaidOff',
  chargedOff: 'ChargedOff',
} as const;

export type ShownStatus =
  | { readonly kind: AccountStanding | 'delinquent' | 'paidOff' | 'chargedOff' }
  | { readonly kind: 'hostWord'; readonly word: string };

export function shownStatus(account: Pick<AccountSummary, 'comment' | 'pastDue' | 'status'>): ShownStatus {
  switch (account.status) {
    case '':
      return { kind: standingOf(account) };
    case statusCodes.pastDue:
      return { kind: 'pastDue' };
    case statusCodes.delinquent:
      return { kind: 'delinquent' };
    case statusCodes.paidOff:
      return { kind: isClosed(account) ? 'closed' : 'paidOff' };
    case statusCodes.chargedOff:
      return { kind: isClosed(account) ? 'closed' : 'chargedOff' };
    default:
      return { kind: 'hostWord', word: account.status };
  }
}

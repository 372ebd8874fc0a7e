import type { PlannedPayments } from '#common/payments/rules/planned-payments.ts';
import { addDays, type Day } from '../../core/dates.ts';
import { type AccountSummary, isClosed } from './account.ts';

/** A task that only the customer can do, with the loan it is about. */
export type ToDo =
  | { readonly kind: 'pastDue'; readonly account: AccountSummary }
  | { readonly kind: 'cardExpires'; readonly account: AccountSummary; readonly lastFour: string; readonly on: Day };

/** A card is worth a word this long before it expires, even if the next payment can still be made with it. */
const CARD_DAYS_AHEAD = 45;

/** Past due loans first, then cards that expire before what is to be paid with them. */
export function listToDo(
  accounts: readonly AccountSummary[],
  plannedOf: (account: AccountSummary) => PlannedPayments,
  today: Day,
): ToDo[] {
  const open = accounts.filter((account) => !isClosed(account));
  return [
    ...open.filter(({ pastDue }) => pastDue).map((account): ToDo => ({ kind: 'pastDue', account })),
    ...open.flatMap((account) => expiringCard(account, plannedOf(account), today)),
  ];
}

/** The first card of the loan that expires; autopay goes on, so its card is needed beyond the next payment. */
function expiringCard(account: AccountSummary, { autopay, scheduled }: PlannedPayments, today: Day): ToDo[] {
  const soon = addDays(today, CARD_DAYS_AHEAD);
  for (const { lastFour, goodThrough, on } of [...autopay, ...scheduled]) {
    if (goodThrough === null) continue;
    const recurs = autopay.some((payment) => payment.lastFour === lastFour);
    if (goodThrough < on || (recurs && goodThrough <= soon)) {
      return [{ kind: 'cardExpires', account, lastFour, on: goodThrough }];
    }
  }
  return [];
}

import { addDays, type Day, day, lastDayOfMonth } from '../../core/dates.ts';

export const CARD_EXPIRES_WITHIN_DAYS = 30;

/** Returns whether the card expires within 30 days of the recurring payment's next date. */
export function outlivesCard({ nextOn, goodThrough }: { readonly nextOn: Day; readonly goodThrough: Day | null }) {
  return goodThrough !== null && goodThrough < addDays(nextOn, CARD_EXPIRES_WITHIN_DAYS);
}

/** Returns the last valid day of a card with expiration `MM/YY`, or undefined if it can't be parsed. */
export function findLastCardDay(expiration: string): Day | undefined {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiration);
  return match ? lastDayOfMonth(day(`20${match[2]}-${match[1]}-01`)) : undefined;
}

/** A card is valid through the last day of its month; an unreadable expiration counts as expired. */
export function isCardExpired(expiration: string, today: Day): boolean {
  const lastDay = findLastCardDay(expiration);
  return lastDay === undefined || lastDay < today;
}

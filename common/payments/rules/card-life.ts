import { addDays, type Day } from '../../core/dates.ts';

export const CARD_EXPIRES_WITHIN_DAYS = 30;

/** Returns whether the card expires within 30 days of the recurring payment's next date. */
export function outlivesCard({ nextOn, goodThrough }: { readonly nextOn: Day; readonly goodThrough: Day | null }) {
  return goodThrough !== null && goodThrough < addDays(nextOn, CARD_EXPIRES_WITHIN_DAYS);
}

import { type Day, formatMonth } from '#common/core/dates.ts';

export function MonthText({ day }: { readonly day: Day }) {
  return <time dateTime={day.slice(0, 7)}>{formatMonth(day)}</time>;
}

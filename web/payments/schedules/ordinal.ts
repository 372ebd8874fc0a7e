import { type Day, dayOfMonth, formatMonth } from '#common/core/dates.ts';

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`, … */
export function ordinal(count: number): string {
  const lastTwo = count % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return `${count}th`;
  return `${count}${endings[count % 10] ?? 'th'}`;
}

const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

/** `December 5th`, as in texts about recurring payments (P 5). */
export function ordinalDay(day: Day): string {
  const [month = ''] = formatMonth(day).split(' ');
  return `${month} ${ordinal(dayOfMonth(day))}`;
}

import type { TextKey } from '#common/contract/all-texts.ts';
import type { Session } from '#web/data/session.ts';

const NOON = 12;
const EVENING = 18;

/** @param hour 0 to 23 */
export function greetingAt(hour: number): TextKey {
  if (hour < NOON) return 'dashboard.goodMorning';
  return hour < EVENING ? 'dashboard.goodAfternoon' : 'dashboard.goodEvening';
}

/** People are greeted by first name, companies by full name. */
export function greetedName({
  personalName,
  isPersonalUser,
}: Pick<Session, 'personalName' | 'isPersonalUser'>): string {
  return isPersonalUser ? (personalName.trim().split(/\s+/)[0] ?? '') : personalName;
}

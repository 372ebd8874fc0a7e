import { clock } from '#web/data/clock.ts';
import { useSession } from '#web/data/session.ts';
import { useInstitutionTimeZone } from '#web/institution/settings.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Session } from '#web/data/session.wire.ts';

const NOON = 12;
const EVENING = 18;

export function Greeting() {
  const session = useSession();
  const { hour } = clock.nowIn(useInstitutionTimeZone());
  return <PageHeading of={greetingAt(hour)} with={{ name: session ? greetedName(session) : '' }} />;
}

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

import { clock } from '#web/data/clock.ts';
import { useSession } from '#web/data/session.ts';
import { useInstitutionTimeZone } from '#web/institution/settings.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { greetedName, greetingAt } from './greeting-rules.ts';

/** Greets by the time of day at the institution. */
export function Greeting() {
  const session = useSession();
  const { hour } = clock.nowIn(useInstitutionTimeZone());
  return <PageHeading of={greetingAt(hour)} with={[session ? greetedName(session) : '']} />;
}

import { formatDay } from '#common/core/dates.ts';
import { dayOfInstant } from '#web/data/day-of-instant.ts';
import { useSession } from '#web/data/session.ts';
import { useInstitutionTimeZone, useText } from '#web/institution/settings.ts';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { paths } from '#web/paths.ts';
import styles from './Dashboard.module.css';

/** The customer's previous sign-in, with a link to all (M 2). */
export function PreviousLogin() {
  const session = useSession();
  const day = dayOfInstant(session?.lastLoggedIn ?? null, useInstitutionTimeZone());
  const text = useText('dashboard.previousLogin', day ? formatDay(day) : '', session?.lastLoggedInIp ?? '');
  if (!day || text === null) return null;
  return (
    <ScreenLink to={paths.loginHistory} className={styles.previous}>
      {text}
    </ScreenLink>
  );
}

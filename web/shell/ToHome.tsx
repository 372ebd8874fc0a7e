import { Navigate } from '@tanstack/react-router';
import { useSession } from '#web/data/session.ts';
import { paths } from '#web/paths.ts';

/** An unknown address leads to sign-in, or to the dashboard when signed in (A 2.1). */
export function ToHome() {
  const session = useSession();
  if (session) return <Navigate to={paths.dashboard} replace state={{ unknownAddress: true }} />;
  return <Navigate to={paths.home} replace />;
}

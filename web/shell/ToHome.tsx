import { Navigate } from '@tanstack/react-router';
import { useSession } from '#web/data/session.ts';
import { paths } from '#web/paths.ts';

/** An unknown address leads to the sign-in screen, or to the dashboard of a customer who is signed in (A 2.1). */
export function ToHome() {
  const session = useSession();
  if (session) return <Navigate to={paths.dashboard} replace state={{ unknownAddress: true }} />;
  return <Navigate to={paths.home} replace />;
}

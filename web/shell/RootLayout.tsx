import { Navigate, Outlet, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Navigation, NavigationContext } from '#web/kit/navigation.ts';
import { PageTitle } from './PageTitle.tsx';
import { PortalLink } from './PortalLink.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { useSession } from '#web/data/session.ts';
import { paths } from '#web/paths.ts';

/** Wraps every screen: titles, announcements, and router-based navigation. */
export function RootLayout() {
  const router = useRouter();
  const navigation = useMemo(
    (): Navigation => ({
      Link: PortalLink,
      screenExists: (address) => {
        const [, params, foundRoute] = router.getMatchedRoutes(address);
        // The catch-all route stores the unmatched part under this name.
        return foundRoute !== undefined && params['**'] === undefined;
      },
      open: (destination) => router.navigate(destination),
    }),
    [router],
  );
  return (
    <NavigationContext value={navigation}>
      <PageTitle />
      <Outlet />
      <RouteAnnouncer />
    </NavigationContext>
  );
}

/** An unknown address leads to sign-in, or to the dashboard when signed in (A 2.1). */
export function ToHome() {
  const session = useSession();
  if (session) return <Navigate to={paths.dashboard} replace state={{ unknownAddress: true }} />;
  return <Navigate to={paths.home} replace />;
}

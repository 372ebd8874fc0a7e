import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Navigation, NavigationContext } from '#web/kit/navigation.ts';
import { PageTitle } from './PageTitle.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

/** Wraps every screen: titles, announcements, and router-based navigation. */
export function RootLayout() {
  const router = useRouter();
  const navigation = useMemo(
    (): Navigation => ({
      Link,
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

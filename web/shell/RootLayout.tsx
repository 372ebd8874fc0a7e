import { Outlet } from '@tanstack/react-router';
import { PageTitle } from './PageTitle.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

/** Around everything: titles and announcements. */
export function RootLayout() {
  return (
    <>
      <PageTitle />
      <Outlet />
      <RouteAnnouncer />
    </>
  );
}

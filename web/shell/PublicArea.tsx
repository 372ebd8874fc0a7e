import { Outlet } from '@tanstack/react-router';
import { NavigationGuard } from './NavigationGuard.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { PublicLayout } from './PublicLayout.tsx';

/** The screens of visitors, with the router's components. */
export function PublicArea() {
  return (
    <>
      <LoadingBar />
      <PublicLayout>
        <Outlet />
      </PublicLayout>
      <NavigationGuard />
    </>
  );
}

import { Outlet } from '@tanstack/react-router';
import { useLateParts } from './late-parts.ts';
import { NavigationGuard } from './NavigationGuard.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { PublicLayout } from './PublicLayout.tsx';

/** The screens of visitors, with the router's components. */
export function PublicArea() {
  useLateParts();
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

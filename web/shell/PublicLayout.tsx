import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useHasUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { LoadingBar } from './LoadingBar.tsx';
import { PublicFooter } from './PublicFooter.tsx';
import styles from './PublicLayout.module.css';

/** Loads with the first entry that could be lost: the sign-in page has none. Without a server the screen goes on without it. */
const LeaveGuard = lazy(() =>
  import('./LeaveGuard.tsx').then(
    ({ LeaveGuard: guard }) => ({ default: guard }),
    () => ({ default: () => null }),
  ),
);

/** What visitors see around a screen (A 2.3). */
export function PublicLayout() {
  return (
    <div className={styles.layout}>
      <LoadingBar />
      <main>
        <Outlet />
      </main>
      <PublicFooter />
      <Guard />
    </div>
  );
}

function Guard() {
  const isNeeded = useHasUnsavedChanges();
  return <Suspense fallback={null}>{isNeeded && <LeaveGuard />}</Suspense>;
}

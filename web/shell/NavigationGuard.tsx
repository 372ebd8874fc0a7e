import { useBlocker } from '@tanstack/react-router';
import { hasUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useUnloadWarning } from '#web/kit/use-unload-warning.ts';
import { UnsavedChangesDialog } from './late-parts.ts';

/** Asks before leaving a screen with unsaved changes (A 2.4, A 4). */
export function NavigationGuard() {
  const blocker = useBlocker({
    // Another view of the same screen keeps its forms.
    shouldBlockFn: ({ current, next }) => next.pathname !== current.pathname && hasUnsavedChanges(),
    enableBeforeUnload: false,
    withResolver: true,
  });
  useUnloadWarning();
  if (blocker.status !== 'blocked') return null;
  return <UnsavedChangesDialog onNo={() => blocker.reset?.()} onYes={() => blocker.proceed?.()} />;
}

import { useBlocker } from '@tanstack/react-router';
import { hasUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useLeaveWarning } from '#web/kit/use-leave-warning.ts';
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx';

/** The router takes a refused step through the history back by itself; until then nothing can be judged. */
const RESTORE_ADDRESS_MS = 150;

/** Asks before a screen with unsaved changes is left, inside the portal or out of it (A 2.4, A 4). */
export function LeaveGuard() {
  const blocker = useBlocker({ shouldBlockFn: hasUnsavedChanges, enableBeforeUnload: false, withResolver: true });
  useLeaveWarning();
  if (blocker.status !== 'blocked') return null;

  const { current } = blocker;

  function stay() {
    blocker.reset?.();
    setTimeout(() => {
      // An address typed by hand is an entry without state, which the router cannot take back;
      // so may be the one of the screen itself, which stays.
      if (history.state === null && shownPath() !== current.pathname) history.back();
    }, RESTORE_ADDRESS_MS);
  }
  return <UnsavedChangesDialog onNo={stay} onYes={() => blocker.proceed?.()} />;
}

/** The path after the hash, as the router writes it. */
function shownPath(): string | undefined {
  return location.hash.slice(1).split('?')[0];
}

import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** After a navigation the focus goes to the new screen's main heading, and its title is announced. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [announced, setAnnounced] = useState('');

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        // The browser announces the first screen of a page itself.
        if (!fromLocation && !toLocation.state.followsSignInPage) return;
        if (!pathChanged || toLocation.state.staysOnScreen) return;
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
        setAnnounced(document.title);
      }),
    [router],
  );
  return (
    <VisuallyHidden>
      <span aria-live="polite">{announced}</span>
    </VisuallyHidden>
  );
}

import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** After a navigation, focuses the screen's main heading and announces its title. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [announced, setAnnounced] = useState('');

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        // The browser announces the first screen itself.
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

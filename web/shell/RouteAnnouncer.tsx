import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** The browser announces the first screen itself, except one that replaces the sign-in page. */
let browserAnnouncesFirstScreen = true;

export function announceFirstScreen(): void {
  browserAnnouncesFirstScreen = false;
}

/** After a navigation, focuses the screen's main heading and announces its title. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    let shownPath: string | undefined;
    return router.subscribe('onRendered', ({ toLocation: { pathname, state } }) => {
      const isAnnounced = shownPath === undefined && browserAnnouncesFirstScreen;
      const isSameScreen = pathname === shownPath || state.staysOnScreen === true;
      shownPath = pathname;
      if (isAnnounced || isSameScreen) return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      setAnnounced(document.title);
    });
  }, [router]);
  return (
    <VisuallyHidden>
      <span aria-live="polite">{announced}</span>
    </VisuallyHidden>
  );
}

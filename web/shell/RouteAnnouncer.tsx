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
    let stopWaiting: (() => void) | undefined;
    function announce() {
      stopWaiting?.();
      stopWaiting = onHeading((heading) => {
        heading.focus({ preventScroll: true });
        setAnnounced(document.title);
      });
    }
    // The first screen may have rendered before this subscription.
    if (!browserAnnouncesFirstScreen) announce();
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, toLocation: { pathname, state } }) => {
      const isAnnounced = !fromLocation && browserAnnouncesFirstScreen;
      const isSameScreen = pathname === shownPath || state.staysOnScreen === true;
      shownPath = pathname;
      if (!isAnnounced && !isSameScreen) announce();
    });
    return () => {
      stopWaiting?.();
      unsubscribe();
    };
  }, [router]);
  return (
    <VisuallyHidden>
      <span aria-live="polite">{announced}</span>
    </VisuallyHidden>
  );
}

/** Calls back once the screen has its main heading. Returns a function that stops waiting. */
function onHeading(callback: (heading: HTMLElement) => void): () => void {
  const find = () => document.querySelector<HTMLElement>('main h1');
  const changes = new MutationObserver(() => check(find()));
  function check(heading: HTMLElement | null) {
    if (!heading) return;
    changes.disconnect();
    callback(heading);
  }
  changes.observe(document.body, { childList: true, subtree: true });
  check(find());
  return () => changes.disconnect();
}

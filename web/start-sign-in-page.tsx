import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { reportClientError } from './data/client-errors.ts';
import { onActivityBegun } from './data/shared-activity.ts';
import { SignInPage } from './identity/sign-in/SignInPage.tsx';
import type { Settings } from './institution/settings.ts';
import type { Destination } from './kit/navigation.ts';
import { showMissingPortal } from './MissingPortal.tsx';
import { paths } from './paths.ts';
import { numberEntry } from './shell/number-entry.ts';

/** The addresses of the sign-in page, as in `early.js`. */
const signInAddress = /^#?(\/|\/home\/?|\/home\/login)?$/;

/** Hydrates the prerendered sign-in screen; the portal loads while the customer types. */
export function startSignInPage(container: HTMLElement, settings: Settings): void {
  const loadPortal = () => import('./portal.tsx');
  const isOver = new AbortController();

  async function openPortal(destination?: Destination): Promise<void> {
    if (isOver.signal.aborted) return;
    isOver.abort();
    await loadPortal().then(
      ({ replaceSignInPage }) => replaceSignInPage(root, settings, destination),
      (error: unknown) => {
        if (destination) location.assign(`/#${destination.to}`);
        showMissingPortal(root, settings, error);
      },
    );
  }

  // The customer may have followed a link of the page before its script arrived.
  const isElsewhere = !signInAddress.test(location.hash);
  if (isElsewhere) numberEntry(1);
  else numberEntry(0, `#${paths.login}`);
  let root: Root;
  // Keeps text typed before the script arrived. In slices, between which the page stays usable.
  startTransition(() => {
    root = hydrateRoot(container, <SignInPage settings={settings} openPortal={openPortal} />, {
      onRecoverableError: reportClientError,
    });
  });
  const { signal } = isOver;
  addEventListener('input', () => void loadPortal().catch(reportClientError), { once: true, signal });
  addEventListener(
    'popstate',
    () => {
      if (history.state === null) numberEntry(1);
      void openPortal();
    },
    { signal },
  );
  // Another tab has signed in, so the portal takes its session over.
  onActivityBegun(() => void openPortal());
  if (isElsewhere) void openPortal();
}

import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { type Settings, SettingsContext } from './institution/settings.ts';
import type { Destination } from './kit/navigation.ts';
import { router } from './routes.tsx';
import { announceFirstScreen } from './shell/RouteAnnouncer.tsx';

const PATIENCE_MS = 150;

/** Renders the portal at the page's address. */
export function showPortal(root: Root, settings: Settings): Promise<void> {
  return renderWhen(router.load(), root, settings);
}

/**
 * Renders the portal in place of the sign-in page, which stays for a moment while the screen loads.
 * @param destination the screen to open; by default the page's address
 */
export function replaceSignInPage(root: Root, settings: Settings, destination?: Destination): Promise<void> {
  announceFirstScreen();
  return renderWhen(destination ? router.navigate(destination) : router.load(), root, settings);
}

async function renderWhen(loaded: Promise<void>, root: Root, settings: Settings): Promise<void> {
  // The router itself follows the address from its first render on; a link opened before that would be ignored.
  // It subscribes the same function, so that every step loads once.
  // oxlint-disable-next-line typescript/no-misused-promises -- as the router does
  router.history.subscribe(router.load);
  await Promise.race([loaded, new Promise((resolve) => void setTimeout(resolve, PATIENCE_MS))]);
  // In slices, between which the page stays usable.
  startTransition(() =>
    root.render(
      <StrictMode>
        <SettingsContext value={settings}>
          <RouterProvider router={router} />
        </SettingsContext>
      </StrictMode>,
    ),
  );
}

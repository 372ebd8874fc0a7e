import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { type Settings, SettingsContext } from './institution/settings.ts';
import type { Destination } from './kit/navigation.ts';
import { router } from './routes.tsx';

const PATIENCE_MS = 150;

/**
 * Renders the portal, keeping the current content for a moment while the screen loads.
 * @param destination the screen to open; by default the page's address
 */
export async function showPortal(root: Root, settings: Settings, destination?: Destination): Promise<void> {
  const opened = destination ? router.navigate(followsSignInPage(destination)) : router.load();
  await Promise.race([opened, new Promise((resolve) => void setTimeout(resolve, PATIENCE_MS))]);
  root.render(
    <StrictMode>
      <SettingsContext value={settings}>
        <RouterProvider router={router} />
      </SettingsContext>
    </StrictMode>,
  );
}

const followsSignInPage = (destination: Destination): Destination => ({
  ...destination,
  state: { ...destination.state, followsSignInPage: true },
});

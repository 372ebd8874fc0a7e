// Before the others: they ask for a browser while they load.
// oxlint-disable-next-line no-unassigned-import
import './browser-stand-in.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { type Settings, SettingsContext } from '#web/institution/settings.ts';
import { router } from '../routes.tsx';

/**
 * The sign-in screen as HTML in the words of an institution, for the page to show
 * before any script has arrived. Built for Node; `main.tsx` then takes the very
 * elements over, so what it renders must not depend on the browser until `useHydrated`.
 */
export async function renderSignIn(settings: Settings): Promise<string> {
  // The same tree as in a browser, down to the boundaries, or it could not be taken over.
  router.update({ ...router.options, isServer: false });
  await router.load();
  return renderToString(
    <StrictMode>
      <SettingsContext value={settings}>
        <RouterProvider router={router} />
      </SettingsContext>
    </StrictMode>,
  );
}

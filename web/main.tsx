import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { reportClientError, reportUncaughtErrors } from './data/client-errors.ts';
import { loadSettings, SettingsContext } from './institution/settings.ts';
import { paths } from './paths.ts';
import { router } from './routes.tsx';
import { hideFrozenPage } from './shell/hide-frozen-page.ts';
import { keepPageOffline } from './shell/keep-page-offline.ts';

/** Shows the portal once the institution's configuration is here; without it there is nothing to show (A 2.1). */
async function start(): Promise<void> {
  reportUncaughtErrors();
  keepPageOffline();
  hideFrozenPage();
  // Browsers of the last years bring Temporal along; only the others fetch it.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  const settings = await loadSettings();
  if (!settings) {
    location.replace('/Error500');
    return;
  }
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  const portal = (
    <StrictMode>
      <SettingsContext value={settings}>
        <RouterProvider router={router} />
      </SettingsContext>
    </StrictMode>
  );
  const elsewhere = document.documentElement.dataset['elsewhere'] !== undefined;
  // What another screen waits for, it says itself: a slow answer must not leave the page blank.
  if (!elsewhere) await router.load();
  if (!elsewhere && root.hasChildNodes() && router.state.location.pathname === paths.login) {
    // Takes over what stands in the page, with whatever was typed into it meanwhile.
    hydrateRoot(root, portal, { onRecoverableError: reportClientError });
  } else {
    root.replaceChildren();
    createRoot(root).render(portal);
  }
  delete document.documentElement.dataset['elsewhere'];
}

void start();

import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { reportUncaughtErrors } from './data/client-errors.ts';
import { loadSettings } from './institution/settings.ts';
import { hideFrozenPage } from './shell/hide-frozen-page.ts';
import { keepPageOffline } from './shell/keep-page-offline.ts';
import { startSignInPage } from './start-sign-in-page.tsx';

/** Renders the portal once the institution's configuration is loaded; without it, shows the error page (A 2.1). */
async function start(): Promise<void> {
  reportUncaughtErrors();
  keepPageOffline();
  hideFrozenPage();
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root element');
  const isSignInPage = document.documentElement.dataset['elsewhere'] === undefined && container.hasChildNodes();
  const portal = isSignInPage ? undefined : import('./portal.tsx');
  // Only older browsers lack Temporal.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  const settings = await loadSettings();
  if (!settings) {
    location.replace('/Error500');
  } else if (portal) {
    const { showPortal } = await portal;
    container.replaceChildren();
    await showPortal(createRoot(container), settings);
    delete document.documentElement.dataset['elsewhere'];
  } else {
    startSignInPage(container, settings);
  }
}

void start();

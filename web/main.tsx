import './ui/base.css';
import { createRoot, type Root } from 'react-dom/client';
import { reportUncaughtErrors } from './data/client-errors.ts';
import { loadSettings } from './institution/settings.ts';
import { showMissingPortal } from './MissingPortal.tsx';
import { hideFrozenPage } from './ui/hide-frozen-page.ts';

/** Renders the portal once the institution's configuration is loaded; without it, shows the error page (A 2.1). */
async function start(): Promise<void> {
  reportUncaughtErrors();
  keepPageOffline();
  hideFrozenPage();
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root element');
  const isSignInPage = document.documentElement.dataset['elsewhere'] === undefined && container.hasChildNodes();
  const screens = isSignInPage ? import('./start-sign-in-page.tsx') : import('./portal.tsx');
  // Handled below, once there are words to say it.
  screens.catch(() => undefined);
  // Only older browsers lack Temporal.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  const settings = await loadSettings();
  if (!settings) {
    location.replace('/Error500');
    return;
  }
  await screens.then(
    (module) =>
      'startSignInPage' in module
        ? module.startSignInPage(container, settings)
        : module.showPortal(emptied(container), settings),
    (error: unknown) => showMissingPortal(emptied(container), settings, error),
  );
  delete document.documentElement.dataset['elsewhere'];
}

function emptied(container: HTMLElement): Root {
  container.replaceChildren();
  return createRoot(container);
}

void start();

/**
 * Prevents the router's reload when a screen's files fail to load, which would show the browser's error page while the
 * server is unavailable. The error view waits for the server and reloads then.
 */
function keepPageOffline(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router recognizes such errors by the start of their message.
    payload.message = `Missing file: ${payload.message}`;
  });
}

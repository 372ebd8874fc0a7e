// Comes first, because the other modules expect a browser while loading.
// oxlint-disable-next-line no-unassigned-import
import './browser-stand-in.ts';
import { renderToString } from 'react-dom/server';
import { SignInPage } from '#web/identity/sign-in/SignInPage.tsx';
import type { Settings } from '#web/institution/settings.ts';

/**
 * Renders the sign-in screen as HTML in an institution's words, so the page shows it before any script. Built for Node;
 * `start-sign-in-page.tsx` hydrates it.
 */
export function renderSignIn(settings: Settings): string {
  return renderToString(<SignInPage settings={settings} openPortal={() => Promise.resolve()} />);
}

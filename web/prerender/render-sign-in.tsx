// Before the others, which ask for a browser while they load.
// oxlint-disable-next-line no-unassigned-import
import './browser-stand-in.ts';
import { renderToString } from 'react-dom/server';
import { SignInPage } from '#web/identity/sign-in/SignInPage.tsx';
import type { Settings } from '#web/institution/settings.ts';

/**
 * Returns the sign-in screen as HTML in the words of an institution, for the page to show before any script arrives.
 * Built for Node; `start-sign-in-page.tsx` then takes the elements over.
 */
export function renderSignIn(settings: Settings): string {
  return renderToString(<SignInPage settings={settings} openPortal={() => Promise.resolve()} />);
}

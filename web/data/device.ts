import { loadedOption, useOption } from '#web/institution/settings.ts';

/** Returns whether the portal runs in the institution's mobile app, detected by its user agent (A 1). */
export function useMobileApp(): boolean {
  return isMarked(useOption('globalOptions.mobileUserAgentToken'));
}

/** For code outside components. */
export function isMobileApp(): boolean {
  return isMarked(loadedOption('globalOptions.mobileUserAgentToken'));
}

/** Returns true in the mobile app and on narrow touch screens. */
export function useMobile(): boolean {
  const app = useMobileApp();
  return app || matchMedia('(max-width: 760px) and (pointer: coarse)').matches;
}

/** Returns true also in the browsers of phones and tablets: like the app (C-018), they have no files to drag. */
export function useMobileBrowser(): boolean {
  const mobile = useMobile();
  return mobile || /Mobi|Android|iPhone|iPad/.test(navigator.userAgent);
}

function isMarked(token: string): boolean {
  return token !== '' && navigator.userAgent.includes(token);
}

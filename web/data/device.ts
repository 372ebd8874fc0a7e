import { loadedOption, useOption } from '#web/institution/settings.ts';

/** Returns whether the portal runs in the institution's mobile app, detected by its user agent (A 1). */
export function useMobileApp(): boolean {
  return isMarked(useOption('globalOptions.mobileUserAgentToken'));
}

/** For code outside components. */
export function isMobileApp(): boolean {
  return isMarked(loadedOption('globalOptions.mobileUserAgentToken'));
}

/** True in the mobile app and in phone browsers. */
export function useMobile(): boolean {
  const app = useMobileApp();
  return app || matchMedia('(max-width: 760px) and (pointer: coarse)').matches;
}

/** True in the mobile app and in browsers that report to be mobile; they have no files to drag (C-018). */
export function useMobileBrowser(): boolean {
  const mobile = useMobile();
  return mobile || /Mobi|Android|iPhone|iPad/.test(navigator.userAgent);
}

function isMarked(token: string): boolean {
  return token !== '' && navigator.userAgent.includes(token);
}

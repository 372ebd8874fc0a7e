import { loadedOption, useOption } from '#web/institution/settings.ts';

/** Whether the portal runs inside the institution's mobile app, which marks its user agent (A 1). */
export function useMobileApp(): boolean {
  return isMarked(useOption('globalOptions.mobileUserAgentToken'));
}

/** The same, for code that runs outside of components. */
export function isMobileApp(): boolean {
  return isMarked(loadedOption('globalOptions.mobileUserAgentToken'));
}

/** The mobile app, or a browser on a phone. */
export function useMobile(): boolean {
  const app = useMobileApp();
  return app || matchMedia('(max-width: 760px) and (pointer: coarse)').matches;
}

/** The mobile app, or a browser that says it is a mobile one: there are no files to drag there (C-018). */
export function useMobileBrowser(): boolean {
  const mobile = useMobile();
  return mobile || /Mobi|Android|iPhone|iPad/.test(navigator.userAgent);
}

function isMarked(token: string): boolean {
  return token !== '' && navigator.userAgent.includes(token);
}

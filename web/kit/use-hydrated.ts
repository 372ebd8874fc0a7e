import { useSyncExternalStore } from 'react';

/**
 * Whether the screen lives in a browser yet: false in the HTML that the page
 * brings along and while it is taken over, true right after. For what only the
 * browser knows, and for decoration that is not worth sending.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, inMarkup);
}

const subscribe = () => () => undefined;
const inBrowser = () => true;
const inMarkup = () => false;

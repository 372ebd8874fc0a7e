import { useSyncExternalStore } from 'react';

/** False in prerendered HTML and during hydration, true right after. For browser-only data and decoration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, inMarkup);
}

const subscribe = () => () => undefined;
const inBrowser = () => true;
const inMarkup = () => false;

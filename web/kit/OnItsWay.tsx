import { type ReactNode, useLayoutEffect } from 'react';
import { noteOnItsWay } from './print-page.ts';

/** Stands for a part of the page that is still loading; {@link printPage} waits for it. */
export function OnItsWay({ children }: { readonly children?: ReactNode }) {
  useLayoutEffect(() => noteOnItsWay(), []);
  return children;
}

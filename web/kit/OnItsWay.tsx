import { type ReactNode, useLayoutEffect } from 'react';

/** Parts of the page that are still loading. */
export const onTheirWay = new Set<symbol>();

/** Stands for a part of the page that is still loading; `printPage` waits for it. */
export function OnItsWay({ children }: { readonly children?: ReactNode }) {
  useLayoutEffect(() => {
    const part = Symbol();
    onTheirWay.add(part);
    return () => void onTheirWay.delete(part);
  }, []);
  return children;
}

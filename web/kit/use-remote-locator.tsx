import { type ReactNode, useState } from 'react';
import { useOptions } from '#web/institution/settings.ts';
import { LocatorDialog } from './LocatorDialog.tsx';

export interface RemoteLocator {
  /** Asks before it opens in a new tab. */
  readonly show: () => void;
  /** To be rendered beside what shows it. */
  readonly dialog: ReactNode;
}

/** The outside branch locator; null where the institution has none. */
export function useRemoteLocator(): RemoteLocator | null {
  const option = useOptions();
  const [open, setOpen] = useState(false);
  if (!option('globalOptions.useRemoteLocatorOption') || option('globalOptions.remoteLocatorUrl') === '') return null;
  return { show: () => setOpen(true), dialog: open && <LocatorDialog onClose={() => setOpen(false)} /> };
}

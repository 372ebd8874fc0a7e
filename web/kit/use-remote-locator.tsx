import { type ReactNode, useState } from 'react';
import { useOptions } from '#web/institution/settings.ts';
import { LocatorDialog } from './LocatorDialog.tsx';

export interface RemoteLocator {
  /** Opens the dialog that leads to a new tab. */
  readonly show: () => void;
  /** Render it next to the link. */
  readonly dialog: ReactNode;
}

/** Returns null if the institution has no outside locator. */
export function useRemoteLocator(): RemoteLocator | null {
  const option = useOptions();
  const [open, setOpen] = useState(false);
  if (!option('globalOptions.useRemoteLocatorOption') || option('globalOptions.remoteLocatorUrl') === '') return null;
  return { show: () => setOpen(true), dialog: open && <LocatorDialog onClose={() => setOpen(false)} /> };
}

import { useState } from 'react';

interface Opening<Item> {
  /** The one being loaded, or null. */
  readonly item: Item | null;
  /** The last one could not be opened. */
  readonly failed: boolean;
  /** `open` begins at once, because browsers allow a new tab only right after a click. */
  readonly run: (item: Item, open: () => Promise<boolean>) => Promise<boolean>;
}

/** Opens or saves documents; of a list, one at a time is on its way. */
export function useOpening<Item = true>(): Opening<Item> {
  const [item, setItem] = useState<Item | null>(null);
  const [failed, setFailed] = useState(false);
  return {
    item,
    failed,
    async run(wanted, open) {
      setItem(() => wanted);
      const opened = await open();
      setFailed(!opened);
      setItem(null);
      return opened;
    },
  };
}

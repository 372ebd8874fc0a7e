import { useState } from 'react';

/** Parts of a screen of which one is shown; those that hold files on their way stay, though out of sight. */
export interface Kept<Key extends string> {
  /** The one that is shown, and every other that holds files. */
  readonly keys: readonly Key[];
  readonly holdsFiles: boolean;
  readonly hold: (key: Key, holdsFiles: boolean) => void;
}

export function useKept<Key extends string>(shown: Key): Kept<Key> {
  const [holding, setHolding] = useState<ReadonlySet<Key>>(new Set());
  return {
    keys: [...new Set([...holding, shown])].toSorted(),
    holdsFiles: holding.size > 0,
    hold: (key, holdsFiles) =>
      setHolding((now) => {
        if (now.has(key) === holdsFiles) return now;
        const others = [...now].filter((one) => one !== key);
        return new Set(holdsFiles ? [...others, key] : others);
      }),
  };
}

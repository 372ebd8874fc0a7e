import { useEffect, useState } from 'react';

/** How long a check mark for a saved change shows (M 9). */
export const SAVED_MS = 3_000;

/** Holds a value that resets itself after a while. */
export function useTransient<Value>(forMs: number): readonly [Value | null, (value: Value) => void] {
  const [shown, setShown] = useState<{ readonly value: Value } | null>(null);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(null), forMs);
    return () => clearTimeout(timer);
  }, [shown, forMs]);
  return [shown?.value ?? null, (value) => setShown({ value })];
}

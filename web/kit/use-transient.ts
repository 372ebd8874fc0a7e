import { useEffect, useState } from 'react';

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

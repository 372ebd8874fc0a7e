import { useEffect, useId } from 'react';

const holders = new Set<string>();

/**
 * While `dirty`, leaving the screen or signing out asks first (A 4).
 * @public for every form that is saved by a button
 */
export function useUnsavedChanges(dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return undefined;
    holders.add(id);
    return () => {
      holders.delete(id);
    };
  }, [dirty, id]);
}

export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

import { useEffect, useId, useSyncExternalStore } from 'react';

const holders = new Set<string>();
const watchers = new Set<() => void>();

/**
 * While `dirty`, leaving the screen or signing out asks first (A 4).
 * @public for every form that is saved by a button
 */
export function useUnsavedChanges(dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return undefined;
    holders.add(id);
    notify();
    return () => {
      holders.delete(id);
      notify();
    };
  }, [dirty, id]);
}

/** Whether anything on the screen would be lost. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/** The same, current in every render. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(watch, hasUnsavedChanges, hasUnsavedChanges);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notify(): void {
  for (const watcher of watchers) watcher();
}

import { useSyncExternalStore } from 'react';

type Waiting = (confirmed: boolean) => void;

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Waiting[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the user to confirm their identity; parallel calls share one dialog. */
export function askToConfirm(): Promise<boolean> {
  return new Promise((resolve) => set([...waiting, resolve]));
}

export function answerConfirmation(confirmed: boolean): void {
  const answered = waiting;
  set([]);
  for (const resolve of answered) resolve(confirmed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The session's screens are gone, and so is the dialog.
    if (listeners.size === 0) answerConfirmation(false);
  };
}

export function useConfirmationAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

export function canAskToConfirm(): boolean {
  return listeners.size > 0;
}

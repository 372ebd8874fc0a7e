import { useSyncExternalStore } from 'react';

/** Answers whether the person confirmed. */
type Waiting = (confirmed: boolean) => void;

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Waiting[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the person to confirm who they are; calls that ask at the same time share one dialog. */
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
    // The screens of the session are gone, and the dialog with them.
    if (listeners.size === 0) answerConfirmation(false);
  };
}

/** Whether a call waits for a confirmation; while no one listens, none is asked for. */
export function useConfirmationAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

/** Nobody can be asked on screens without an account around them. */
export function canAskToConfirm(): boolean {
  return listeners.size > 0;
}

import { useSyncExternalStore } from 'react';

const narrow = () => matchMedia('(max-width: 760px)');

/** Whether the window is as narrow as a phone; follows its width. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}

function subscribe(onChange: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

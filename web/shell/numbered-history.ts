import { createHashHistory, type RouterHistory } from '@tanstack/react-router';
import { numberEntry } from './number-entry.ts';

/**
 * Creates a history in which every entry has an index, including addresses typed or bookmarked. The router undoes a
 * blocked step by the difference of indexes; without one it would go the wrong way or reload, losing entries.
 */
export function createNumberedHistory(): RouterHistory {
  // Prerendering has no history.
  if (typeof document === 'undefined') return createHashHistory();
  const started: { entries?: RouterHistory } = {};
  // Registered before the router's listener, since window listeners run in order.
  addEventListener('popstate', ({ state }) => {
    if (state === null && started.entries) numberEntry(started.entries.location.state.__TSR_index + 1);
  });
  started.entries = createHashHistory();
  return started.entries;
}

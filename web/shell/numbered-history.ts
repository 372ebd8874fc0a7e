import { createHashHistory, type RouterHistory } from '@tanstack/react-router';
import { numberEntry } from './number-entry.ts';

/**
 * The history of the router, in which every entry has its number, also that of an
 * address typed by hand or chosen from the bookmarks. A step that is refused is
 * taken back by the difference of the numbers: without one, it went the wrong way
 * or loaded the page anew, and everything that was entered was lost.
 */
export function createNumberedHistory(): RouterHistory {
  // The page that is rendered ahead has no steps.
  if (typeof document === 'undefined') return createHashHistory();
  const started: { entries?: RouterHistory } = {};
  // Ahead of the router's own listener; those of the window run in the order in which they came.
  addEventListener('popstate', ({ state }) => {
    if (state === null && started.entries) numberEntry(started.entries.location.state.__TSR_index + 1);
  });
  started.entries = createHashHistory();
  return started.entries;
}

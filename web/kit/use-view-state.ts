import { useNavigate, useSearch } from '@tanstack/react-router';
import { findSorting, type Sorting, writeSorting } from '#web/ui/table-sorting.ts';

/**
 * A choice of what a screen shows, kept in its address: Back, a reload, and a bookmark bring it back. Changing it adds
 * no entry to the history. An empty text stands for the usual view.
 */
export function useViewState(name: string): readonly [string, (value: string) => void] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  function change(value: string) {
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, [name]: value === '' ? undefined : value }) as never,
      state: (now) => ({ ...now, changesView: true }),
      replace: true,
      resetScroll: false,
    });
  }
  return [search[name] ?? '', change];
}

/** The order of a list, kept in the screen's address; null for the usual order. */
export function useSortingInAddress(name: string): readonly [Sorting | null, (sorting: Sorting) => void] {
  const [text, change] = useViewState(name);
  return [findSorting(text), (sorting) => change(writeSorting(sorting))];
}

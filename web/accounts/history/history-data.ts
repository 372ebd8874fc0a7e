import { infiniteQueryOptions } from '@tanstack/react-query';
import type { HistoryColumn, HistoryItem } from '#common/accounts/history.api.ts';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';
import type { Sorting } from '#web/ui/table-sorting.ts';

/** Entries that come at a time. */
const PAGE = 30;

/** What the section shows: how many days, in which order. */
export interface HistoryView {
  readonly days: number;
  /** Without one, newest first. */
  readonly sorting: Sorting | null;
}

export const historyQuery = (accountNumber: string, { days, sorting }: HistoryView) =>
  infiniteQueryOptions({
    queryKey: ['accounts', 'history', accountNumber, days, sorting],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) =>
      bodyOf(
        await call('GET /api/AccountHistory', {
          query: {
            accountNumber,
            days,
            downloadCSV: 'false',
            limit: PAGE,
            cursor: pageParam,
            ...(sorting ? { sort: sorting.columnId as HistoryColumn, direction: sorting.direction } : {}),
          },
          signal,
        }),
      ),
    getNextPageParam: (last) => last.NextCursor ?? undefined,
    // As old as the visit: a payment may have been made since.
    staleTime: 60_000,
  });

/** An entry with a key of its own: two may say the same. */
export interface ShownEntry extends HistoryItem {
  readonly key: string;
}

export function entriesOf(pages: readonly { readonly List: readonly HistoryItem[] }[]): ShownEntry[] {
  return pages.flatMap(({ List }) => List).map((item, index) => ({ ...item, key: String(index) }));
}

export const downloadTypes = { csv: 0, pdf: 1 } as const;

/** The address of the history as a file, good for one opening; nothing when it cannot be had. */
export async function historyFileAddress(
  accountNumber: string,
  days: number,
  format: keyof typeof downloadTypes,
): Promise<string | null> {
  const result = await call('POST /api/AccountHistory/RetrieveDownloadToken', {
    body: { AccountNumber: accountNumber, DaysOfHistory: days, DownloadType: downloadTypes[format] },
  });
  if (result.kind !== 'answer') return null;
  return `/api/AccountHistory/DownloadAccountHistory?${new URLSearchParams({ token: result.body }).toString()}`;
}

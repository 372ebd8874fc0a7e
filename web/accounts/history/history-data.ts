import { infiniteQueryOptions } from '@tanstack/react-query';
import type { HistoryColumn, HistoryItem } from '#common/accounts/history.api.ts';
import { type HistoryEntry, historyFromWire } from '#common/accounts/history.wire.ts';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';
import type { Sorting } from '#web/ui/table-sorting.ts';

const PAGE = 30;

export interface HistoryView {
  readonly days: number;
  /** Null for newest first. */
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
    // A payment may have been made since the last visit.
    staleTime: 60_000,
  });

/** An entry with a unique key, since two can be equal. */
export interface ShownEntry extends HistoryEntry {
  readonly key: string;
}

export function entriesOf(pages: readonly { readonly List: readonly HistoryItem[] }[]): ShownEntry[] {
  return pages.flatMap(({ List }) => List).map((item, index) => ({ ...historyFromWire(item), key: String(index) }));
}

export const downloadTypes = { csv: 0, pdf: 1 } as const;

/** Returns the one-time address of the file; null if it fails. */
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

import type { Day } from '#common/core/dates.ts';
import type { Host, HistoryEntry } from '#server/host/host.ts';

/** Entries in memory at a time. */
const ENTRIES_AT_ONCE = 500;

interface WantedHistory {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly since: Day;
}

export async function* readAllEntries(
  host: Pick<Host, 'listHistory'>,
  { customerId, accountNumber, since }: WantedHistory,
): AsyncGenerator<HistoryEntry, void, undefined> {
  let before: string | null = null;
  for (;;) {
    const page: HistoryEntry[] = await host.listHistory(customerId, accountNumber, {
      since,
      limit: ENTRIES_AT_ONCE,
      before,
    });
    yield* page;
    if (page.length < ENTRIES_AT_ONCE) return;
    before = page.at(-1)?.entryId ?? null;
  }
}

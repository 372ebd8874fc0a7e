import type { HistoryItem } from '#common/accounts/history.api.ts';
import type { SignedInCaller } from './test-app.ts';

interface HistoryAnswer {
  readonly HasNoErrors: boolean;
  readonly Errors: readonly { ErrorMessage: string }[];
  readonly List: HistoryItem[];
  readonly NextCursor?: string | null;
}

/** The entries of the last days, or a page of them. */
export async function historyOf(
  caller: SignedInCaller,
  accountNumber: string,
  days: number,
  more: Readonly<Record<string, string>> = {},
): Promise<HistoryAnswer> {
  const query = new URLSearchParams({ accountNumber, days: String(days), downloadCSV: 'false', ...more });
  return (await caller.call({ method: 'GET', url: `/api/AccountHistory?${query.toString()}` })).json<HistoryAnswer>();
}

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TextKey } from '#common/contract/all-texts.ts';
import { CallFailure } from '#web/data/query-client.ts';
import { nameFromKey, useLabel, useOptions, useText, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Loading } from '#web/kit/Loading.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type RowGroups, Table } from '#web/ui/Table.tsx';
import type { Sorting } from '#web/ui/table-sorting.ts';
import { HistoryBlockedAlert } from './BlockedHistory.tsx';
import { EntryCard } from './EntryCard.tsx';
import { historyColumnPlans, type HistoryKind } from './history-columns.tsx';
import { entriesOf, historyQuery, type HistoryView, type ShownEntry } from './history-data.ts';
import { MonthHeading } from './MonthHeading.tsx';
import { completeMonths, monthOf } from './month-totals.ts';
import styles from './history.module.css';

interface EntriesProps {
  readonly kind: HistoryKind;
  readonly accountNumber: string;
  readonly view: HistoryView;
  readonly onSort: (sorting: Sorting) => void;
}

export function Entries({ kind, accountNumber, view, onSort }: EntriesProps) {
  const query = useInfiniteQuery({ ...historyQuery(accountNumber, view), placeholderData: keepPreviousData });
  if (query.isError && !query.data) {
    return <Problem error={query.error} busy={query.isFetching} onTryAgain={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading />;
  const entries = entriesOf(query.data.pages);
  if (entries.length === 0) {
    return (
      <p className={styles.empty}>
        <Text of="history.empty" />
      </p>
    );
  }
  return (
    <div aria-busy={query.isFetching}>
      <EntryTable
        kind={kind}
        entries={entries}
        sorting={view.sorting}
        onSort={onSort}
        complete={completeMonths({ entries, hasMore: query.hasNextPage, days: view.days })}
      />
      <div className={styles.more}>
        <output>
          <Count shown={entries.length} />
        </output>
        {query.hasNextPage && (
          <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <ControlName of="history.showMore" />
          </Button>
        )}
      </div>
      {query.isFetchNextPageError && (
        <div className={styles.problem}>
          <Alert tone="bad">
            <Text of="history.error" />
          </Alert>
        </div>
      )}
    </div>
  );
}

interface ProblemProps {
  readonly error: unknown;
  readonly busy: boolean;
  readonly onTryAgain: () => void;
}

/** A blocked history stays blocked; other failures can be retried (M 8). */
function Problem({ error, busy, onTryAgain }: ProblemProps) {
  const blocked =
    error instanceof CallFailure && error.result.kind === 'refused' && error.result.codes.includes('HistoryBlocked');
  return (
    <div className={styles.problem}>
      {blocked ? <HistoryBlockedAlert /> : <SectionProblem of="history.error" busy={busy} onTryAgain={onTryAgain} />}
    </div>
  );
}

function Count({ shown }: { readonly shown: number }) {
  const many = useText('history.shown', { count: String(shown) });
  const one = useText('history.shownOne');
  return shown === 1 ? one : many;
}

interface EntryTableProps {
  readonly kind: HistoryKind;
  readonly entries: readonly ShownEntry[];
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting) => void;
  /** The months whose entries are all loaded. */
  readonly complete: ReadonlySet<string>;
}

function EntryTable({ kind, entries, sorting, onSort, complete }: EntryTableProps) {
  const caption = useLabel('history.heading');
  const option = useOptions();
  const text = useTexts();
  const plans = historyColumnPlans[kind].filter((plan) => !option(plan.hideWhen));
  const named = (key: TextKey) => text(key) ?? nameFromKey(key);
  return (
    <Table
      caption={caption.label}
      rows={entries}
      rowKey={(entry) => entry.key}
      columns={plans.map((plan) => ({
        id: plan.id,
        header: named(plan.header),
        headerHidden: text(plan.header) === null,
        numeric: plan.numeric,
        nowrap: plan.id === 'date',
        sortable: true,
        cell: plan.cell,
      }))}
      sortedByOwner={{ sorting, onSort }}
      {...(kind === 'deposit' && sorting === null ? { groups: monthGroups(complete) } : {})}
      renderCard={(entry) => <EntryCard entry={entry} plans={plans} />}
    />
  );
}

function monthGroups(complete: ReadonlySet<string>): RowGroups<ShownEntry> {
  return {
    keyOf: monthOf,
    heading: (entries) => (
      <MonthHeading entries={entries} complete={entries[0] !== undefined && complete.has(monthOf(entries[0]))} />
    ),
  };
}

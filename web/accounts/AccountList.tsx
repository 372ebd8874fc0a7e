import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import { formatCents } from '#common/core/money.ts';
import { type AccountSummary, isClosed, isPayable } from '#common/accounts/rules/account.ts';
import { matchesSearch } from '#common/accounts/rules/find-accounts.ts';
import { standingOf, totalBalance } from '#common/accounts/rules/account-display.ts';
import { nameFromKey, useLabel, useOption, useOptions, useText, useTexts } from '#web/institution/settings.ts';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { useNavigation } from '#web/kit/navigation.ts';
import { useSortingInAddress, useViewState } from '#web/kit/use-view-state.ts';
import { type AllPlanned, usePlannedPayments } from '#web/payments/all-planned-payments.ts';
import { Button } from '#web/ui/Button.tsx';
import { findSorting, type Sorting, sortRows, writeSorting } from '#web/ui/table-sorting.ts';
import { type Column, type RowTone, Table } from '#web/ui/Table.tsx';
import { useCommentWords } from './AccountComment.tsx';
import { AccountCard } from './AccountCard.tsx';
import { SortField } from './SortField.tsx';
import { AccountMarks } from './AccountMarks.tsx';
import styles from './AccountList.module.css';
import type { AccountColumnPlan, AccountListPlan } from './account-lists.ts';
import { useStatusWords } from './AccountStatus.tsx';
import { type AccountColumnId, accountColumns } from './account-columns.tsx';

interface AccountListProps {
  readonly list: AccountListPlan;
  readonly accounts: readonly AccountSummary[];
  readonly closedShown: boolean;
  /** The customer's search text; empty shows all. */
  readonly wanted: string;
}

/** The accounts of one kind: a table, or cards on a phone (M 2). */
export function AccountList({ list, accounts, closedShown, wanted }: AccountListProps) {
  const open = closedShown ? accounts : accounts.filter((account) => !isClosed(account));
  const shown = open.filter((account) => matchesSearch(account, wanted));
  const { label: caption } = useLabel(list.heading);
  const option = useOptions();
  const comments = useCommentWords();
  // An empty column takes the room of the names.
  const hasComments = shown.some((account) => comments(account) !== '');
  const plans = useMemo(
    () => list.columns.filter((plan) => !option(plan.hideWhen) && (plan.id !== 'comment' || hasComments)),
    [list, option, hasComments],
  );
  const planned = usePlannedPayments();
  const openDetails = useOpenDetails(list);
  const nameId = nameColumn(plans);
  const linked = openDetails !== undefined;
  // The same ones as long as nothing else shows in a row, so a long list renders only the rows that are new.
  const name = useCallback(
    (account: AccountSummary) => (
      <AccountName account={account} list={list} linked={linked} column={nameId} planned={planned} />
    ),
    [list, linked, nameId, planned],
  );
  const columns = useColumns(plans, nameId, name);
  const shownColumns = useMemo(() => (list.kind === 'loan' ? stackNumber(columns) : columns), [list, columns]);
  const renderCard = useCallback(
    (account: AccountSummary) => (
      <AccountCard
        account={account}
        shown={new Set(plans.map((plan) => plan.id))}
        name={name(account)}
        nameColumn={nameId}
      />
    ),
    [plans, name, nameId],
  );
  const { sorting, setSorting, rows, limit, showMore } = useOrderedRows(list, columns, shown);
  return (
    <Section heading={list.heading} info={list.info} aside={<Totals accounts={shown} />}>
      {shown.length === 0 ? (
        <p className={styles.empty}>
          <Text of={open.length === 0 ? 'dashboard.noOpenAccounts' : 'accountLists.noMatches'} />
        </p>
      ) : (
        <>
          {shown.length > FEW_ROWS && (
            <div className={styles.tools}>
              <SortField columns={plans} sorting={sorting} onSort={setSorting} />
            </div>
          )}
          <Table
            caption={caption}
            columns={shownColumns}
            rows={rows.slice(0, limit)}
            rowKey={(account) => account.number}
            rowTone={toneOf}
            onRowClick={openDetails}
            renderCard={renderCard}
            sortedByOwner={{ sorting, onSort: setSorting }}
          />
          {rows.length > limit && (
            <div className={styles.more}>
              <Button look="quiet" onClick={showMore}>
                <ControlName of="accountLists.showMore" />
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

/** Lists up to this length aren't sorted on a phone. */
const FEW_ROWS = 5;
const ROWS_AT_ONCE = 25;

/** All rows in the chosen order, and how many of them show; both are kept in the address. */
function useOrderedRows(
  list: AccountListPlan,
  columns: readonly Column<AccountSummary>[],
  accounts: readonly AccountSummary[],
) {
  const [chosen, setSorting] = useSortingInAddress(`${list.kind}Sort`);
  const [shown, setShown] = useViewState(`${list.kind}Shown`);
  const usual: Sorting = { columnId: list.sortedBy, direction: 'ascending' };
  const sorting = columns.some(({ id }) => id === chosen?.columnId) && chosen ? chosen : usual;
  const wanted = /^\d{1,4}$/.test(shown) ? Math.max(ROWS_AT_ONCE, Number(shown)) : ROWS_AT_ONCE;
  // The rows follow a press when there is time, so that the page answers it at once.
  const limit = useDeferredValue(wanted);
  const order = findSorting(useDeferredValue(writeSorting(sorting))) ?? usual;
  const sortBy = columns.find(({ id }) => id === order.columnId)?.sortBy;
  const rows = sortBy ? sortRows(accounts, sortBy, order.direction) : accounts;
  return { sorting, setSorting, rows, limit, showMore: () => setShown(String(wanted + ROWS_AT_ONCE)) };
}

interface AccountNameProps {
  readonly account: AccountSummary;
  readonly list: AccountListPlan;
  readonly linked: boolean;
  readonly column: AccountColumnId;
  readonly planned: AllPlanned | null;
}

/** The account's name, as a link with the same target as the row. */
function AccountName({ account, list, linked, column, planned }: AccountNameProps) {
  const words = accountColumns[column].cell(account);
  return (
    <>
      {linked ? (
        <ScreenLink to={list.detailsPath(account.number)} className={styles.name}>
          {words}
        </ScreenLink>
      ) : (
        words
      )}
      <AccountMarks account={account} planned={planned} />
    </>
  );
}

/** The longest list keeps its names in one line: the number stands below the description. */
function stackNumber(columns: readonly Column<AccountSummary>[]): readonly Column<AccountSummary>[] {
  const number = columns.find(({ id }) => id === 'number');
  if (!number || !columns.some(({ id }) => id === 'description')) return columns;
  return columns
    .filter((column) => column !== number)
    .map((column) => (column.id === 'description' ? { ...column, under: number } : column));
}

/** Returns the column that names an account: the description, or if hidden, the next one that is never empty. */
function nameColumn(plans: readonly AccountColumnPlan[]): AccountColumnId {
  const candidates = ['description', 'number', 'balance', 'availableBalance', 'amountDue', 'rate', 'status'] as const;
  return candidates.find((id) => plans.some((plan) => plan.id === id)) ?? plans[0]?.id ?? 'description';
}

function Totals({ accounts }: { readonly accounts: readonly AccountSummary[] }) {
  const total = formatCents(totalBalance(accounts));
  const many = useText('accountLists.count', { count: String(accounts.length), total });
  const one = useText('accountLists.countOne', { total });
  if (accounts.length === 0) return null;
  return accounts.length === 1 ? one : many;
}

function useColumns(
  plans: readonly AccountColumnPlan[],
  nameId: AccountColumnId,
  name: (account: AccountSummary) => ReactNode,
): Column<AccountSummary>[] {
  const text = useTexts();
  const statusWords = useStatusWords();
  const commentWords = useCommentWords();
  const columnOf = useCallback(
    (plan: AccountColumnPlan): Column<AccountSummary> => {
      const header = text(plan.header);
      return {
        ...accountColumns[plan.id],
        ...(plan.id === nameId ? { cell: name } : {}),
        // Sorts by the words shown, not by code.
        ...(plan.id === 'status' ? { sortBy: statusWords } : {}),
        ...(plan.id === 'comment' ? { sortBy: commentWords } : {}),
        id: plan.id,
        header: header ?? nameFromKey(plan.header),
        headerHidden: header === null,
        tooltip: plan.tooltip && text(plan.tooltip),
      };
    },
    [text, statusWords, commentWords, nameId, name],
  );
  return useMemo(() => plans.map(columnOf), [plans, columnOf]);
}

/** Returns undefined if there is no details screen or the institution doesn't offer it. */
function useOpenDetails(list: AccountListPlan): ((account: AccountSummary) => void) | undefined {
  const navigate = useNavigate();
  const { screenExists } = useNavigation();
  const easyPayDisabled = useOption('depositOptions.disableEZPayOption');
  const open = useCallback(
    (account: AccountSummary) => void navigate({ to: list.detailsPath(account.number) }),
    [navigate, list],
  );
  return screenExists(list.detailsPath('0')) && !(list.closedWithoutEasyPay && easyPayDisabled) ? open : undefined;
}

/** Only loans and lines of credit are marked past due or closed. */
function toneOf(account: AccountSummary): RowTone | undefined {
  if (!isPayable(account)) return undefined;
  const standing = standingOf(account);
  if (standing === 'closed') return 'closed';
  return standing === 'pastDue' ? 'warn' : undefined;
}

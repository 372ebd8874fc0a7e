import type { Day } from '#common/core/dates.ts';
import type { AccountAlerts } from '#common/accounts/rules/alerts.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { type ColumnType, type Generated, sql } from 'kysely';
import type { InstantColumn } from '#server/platform/db/instants.ts';

/** The portal's own tables of the account area; account data is in the host. */
type AccountTables = {
  account_alerts: AccountAlertsTable;
  alert_runs: AlertRunsTable;
};

interface AccountAlertsTable {
  user_id: number;
  account_number: string;
  settings: ColumnType<AccountAlerts, string, string>;
  changed_at: InstantColumn;
}

/** A single-row table. */
interface AlertRunsTable {
  only_row: Generated<boolean>;
  through_day: Day;
}

/** Returns undefined if the customer hasn't chosen yet. */
export async function findAlerts(
  queryable: Queryable,
  userId: number,
  accountNumber: string,
): Promise<AccountAlerts | undefined> {
  const row = await queryable
    .withTables<AccountTables>()
    .selectFrom('account_alerts')
    .select('settings')
    .where('user_id', '=', userId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return row?.settings;
}

/** Returns the choices of these logins, by login and account. */
export async function listAlertsOf(
  queryable: Queryable,
  userIds: readonly number[],
): Promise<Omit<ChosenAlerts, 'customerId'>[]> {
  if (userIds.length === 0) return [];
  return queryable
    .withTables<AccountTables>()
    .selectFrom('account_alerts')
    .select(['user_id as userId', 'account_number as accountNumber', 'settings as alerts'])
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .orderBy('account_number')
    .execute();
}

export async function saveAlerts(
  queryable: Queryable,
  account: { readonly userId: number; readonly accountNumber: string },
  alerts: AccountAlerts,
  at: Temporal.Instant,
): Promise<void> {
  const columns = { settings: JSON.stringify(alerts), changed_at: at.toString() };
  await queryable
    .withTables<AccountTables>()
    .insertInto('account_alerts')
    .values({ user_id: account.userId, account_number: account.accountNumber, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_number']).doUpdateSet(columns))
    .execute();
}

export interface ChosenAlerts {
  readonly userId: number;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly alerts: AccountAlerts;
}

/** Ordered by user and account, starting after `after`. */
export async function listChosenAlerts(
  queryable: Queryable,
  after: Pick<ChosenAlerts, 'userId' | 'accountNumber'>,
  limit: number,
): Promise<ChosenAlerts[]> {
  const rows = await queryable
    .withTables<AccountTables>()
    .selectFrom('account_alerts')
    .innerJoin('users', 'users.user_id', 'account_alerts.user_id')
    .select(['account_alerts.user_id', 'customer_id', 'account_number', 'settings'])
    .where(sql<boolean>`(account_alerts.user_id, account_number) > (${after.userId}::bigint, ${after.accountNumber})`)
    // Otherwise each set would read the users from the first one on.
    .where('users.user_id', '>=', after.userId)
    .orderBy('account_alerts.user_id')
    .orderBy('account_number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    customerId: row.customer_id,
    accountNumber: row.account_number,
    alerts: row.settings,
  }));
}

/** The last day whose alerts are all queued; undefined before the first run. */
export async function findAlertsSentThrough(queryable: Queryable): Promise<Day | undefined> {
  const row = await queryable
    .withTables<AccountTables>()
    .selectFrom('alert_runs')
    .select('through_day')
    .executeTakeFirst();
  return row?.through_day;
}

export async function markAlertsSentThrough(queryable: Queryable, day: Day): Promise<void> {
  await queryable
    .withTables<AccountTables>()
    .insertInto('alert_runs')
    .values({ through_day: day })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet((set) => ({
        through_day: set.fn<Day>('greatest', [set.ref('alert_runs.through_day'), set.ref('excluded.through_day')]),
      })),
    )
    .execute();
}

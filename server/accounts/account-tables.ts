import type { ColumnType, Generated } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { AccountAlerts } from '#common/accounts/rules/alerts.ts';
import type { InstantColumn } from '#server/platform/db/instants.ts';

/** The tables of the account area that are the portal's own; what is known of an account is the host's. */
export type AccountTables = {
  account_alerts: AccountAlertsTable;
  alert_runs: AlertRunsTable;
};

interface AccountAlertsTable {
  user_id: number;
  account_number: string;
  settings: ColumnType<AccountAlerts, string, string>;
  changed_at: InstantColumn;
}

/** One row. */
interface AlertRunsTable {
  only_row: Generated<boolean>;
  through_day: Day;
}

import { subtractCents } from '#common/core/money.ts';
import type { HostDeposit, Insurance } from '#server/host/host-accounts.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { AccountAreaTables } from './account-area-tables.ts';

export async function selectDeposit(
  database: Queryable,
  customerId: string,
  accountNumber: string,
): Promise<HostDeposit | undefined> {
  const row = await database
    .withTables<AccountAreaTables>()
    .selectFrom('accounts')
    .innerJoin('deposits', 'deposits.account_id', 'accounts.account_id')
    .select([
      'account_number',
      'type_code',
      'description',
      'name_on_account',
      'opened_on',
      'rate_ppm',
      'balance_cents',
      'held_cents',
      'maturity_on',
    ])
    .where('account_number', '=', accountNumber)
    .where('customer_id', '=', customerId)
    .where('hidden_from_web', '=', false)
    .executeTakeFirst();
  return (
    row && {
      accountNumber: row.account_number,
      typeCode: row.type_code,
      description: row.description,
      nameOnAccount: row.name_on_account,
      openedOn: row.opened_on,
      maturityOn: row.maturity_on,
      rate: row.rate_ppm,
      balanceCents: row.balance_cents,
      availableCents: subtractCents(row.balance_cents, row.held_cents),
      heldCents: row.held_cents,
    }
  );
}

export async function selectInsurances(database: Queryable, accountNumber: string): Promise<Insurance[]> {
  const rows = await database
    .withTables<AccountAreaTables>()
    .selectFrom('insurances')
    .innerJoin('accounts', 'accounts.account_id', 'insurances.account_id')
    .select(['insurance_type', 'covers', 'premium_cents'])
    .where('account_number', '=', accountNumber)
    .orderBy('insurance_id')
    .execute();
  return rows.map(({ insurance_type: type, covers, premium_cents: premiumCents }) => ({ type, covers, premiumCents }));
}

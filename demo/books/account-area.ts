import { addDays } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { AccountAreaTables } from '#server/host/books/account-area-tables.ts';
import { dollars } from './plan-parts.ts';

const margaret = '400101';
const autoLoan = '101-004417-2';

/** Adds insurance on Margaret's auto loan and three applications, one of which she hasn't been told about. */
export async function seedAccountArea(transaction: Transaction, clock: Clock): Promise<void> {
  const tables = transaction.withTables<AccountAreaTables>();
  const { account_id } = await tables
    .selectFrom('accounts')
    .select('account_id')
    .where('account_number', '=', autoLoan)
    .executeTakeFirstOrThrow();
  await tables
    .insertInto('insurances')
    .values([
      { account_id, insurance_type: 'Credit life', covers: 1, premium_cents: cents(1_845) },
      { account_id, insurance_type: 'Credit disability', covers: 2, premium_cents: cents(2_210) },
    ])
    .execute();

  const application = {
    customer_id: margaret,
    details_sealed: null,
    notice_url: '',
    notice_wanted: false,
    notice_given_at: null,
  };
  const { at, today } = clock.moment();
  const daysAgo = (days: number) => at.subtract({ hours: 24 * days }).toString();
  await tables
    .insertInto('applications')
    .values([
      {
        ...application,
        application_number: 'A-501877',
        status: 'Approved',
        amount_requested_cents: dollars(12_000),
        amount_approved_cents: dollars(10_500),
        last_modified_at: daysAgo(3),
        office: 'Portland',
        funds_expected_on: addDays(today, 6),
      },
      {
        ...application,
        application_number: 'A-502114',
        status: 'Waiting for you',
        amount_requested_cents: dollars(3_500),
        amount_approved_cents: null,
        last_modified_at: daysAgo(1),
        office: 'Portland',
        funds_expected_on: null,
        notice_wanted: true,
      },
      {
        ...application,
        application_number: 'A-498120',
        status: 'Declined',
        amount_requested_cents: dollars(40_000),
        amount_approved_cents: null,
        last_modified_at: daysAgo(22),
        office: 'South Portland',
        funds_expected_on: null,
      },
    ])
    .execute();
}

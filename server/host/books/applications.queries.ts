import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Application, ApplicationNotice, NewApplication } from '#server/host/host-accounts.ts';
import type { Database, Queryable } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { AccountAreaTables, ApplicationsTable } from './account-area-tables.ts';

/** Far above the number a customer files within the days shown. */
const MAX_APPLICATIONS = 100;

const shownColumns = [
  'application_number',
  'status',
  'amount_requested_cents',
  'amount_approved_cents',
  'last_modified_at',
  'office',
  'funds_expected_on',
] as const;

type ApplicationRow = Pick<ApplicationsTable, Exclude<(typeof shownColumns)[number], 'last_modified_at'>> & {
  readonly last_modified_at: Temporal.Instant;
};

export async function selectApplications(
  database: Queryable,
  customerId: string,
  since: { readonly day: Day; readonly timeZone: string },
): Promise<Application[]> {
  const rows = await applicationsOf(database, customerId)
    .where('last_modified_at', '>=', sql<never>`${since.day}::date::timestamp at time zone ${since.timeZone}`)
    .orderBy('last_modified_at', 'desc')
    .limit(MAX_APPLICATIONS)
    .execute();
  return rows.map(fromRow);
}

export async function selectApplication(
  database: Queryable,
  customerId: string,
  applicationNumber: string,
): Promise<Application | undefined> {
  const row = await applicationsOf(database, customerId)
    .where('application_number', '=', applicationNumber)
    .executeTakeFirst();
  return row && fromRow(row);
}

function applicationsOf(database: Queryable, customerId: string) {
  return database
    .withTables<AccountAreaTables>()
    .selectFrom('applications')
    .select([...shownColumns])
    .where('customer_id', '=', customerId);
}

export async function insertApplication(
  database: Queryable,
  application: NewApplication,
  cipher: FieldCipher,
): Promise<string> {
  const known = await findNumberByKey(database, application.key);
  if (known !== undefined) return known;
  const { rows } = await sql<{ number: string }>`select 'A-' || nextval('application_numbers') as number`.execute(
    database,
  );
  const number = rows[0]?.number ?? '';
  await database
    .withTables<AccountAreaTables>()
    .insertInto('applications')
    .values({
      application_number: number,
      customer_id: application.customerId,
      status: 'Received',
      amount_requested_cents: application.amountRequestedCents,
      amount_approved_cents: null,
      last_modified_at: application.at.toString(),
      office: '',
      funds_expected_on: null,
      details_sealed: cipher.encrypt(application.details, `application:${number}`),
      notice_url: '',
      notice_wanted: false,
      notice_given_at: null,
      request_key: application.key,
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .execute();
  return (await findNumberByKey(database, application.key)) ?? number;
}

async function findNumberByKey(database: Queryable, key: string): Promise<string | undefined> {
  const row = await database
    .withTables<AccountAreaTables>()
    .selectFrom('applications')
    .select('application_number')
    .where('request_key', '=', key)
    .executeTakeFirst();
  return row?.application_number;
}

/** Of two parallel requests, only one gets the notice. */
export async function takeNotice(
  database: Database,
  customerId: string,
  at: Temporal.Instant,
): Promise<ApplicationNotice | undefined> {
  const { rows } = await sql<{ application_number: string; notice_url: string }>`
    update applications set notice_given_at = ${at.toString()}
    where application_number = (
      select application_number from applications
      where customer_id = ${customerId} and notice_wanted and notice_given_at is null
      order by last_modified_at
      limit 1 for update skip locked)
    returning application_number, notice_url`.execute(database);
  const [row] = rows;
  return row && { applicationNumber: row.application_number, url: row.notice_url };
}

function fromRow(row: ApplicationRow): Application {
  return {
    applicationNumber: row.application_number,
    status: row.status,
    amountRequestedCents: row.amount_requested_cents,
    amountApprovedCents: row.amount_approved_cents,
    lastModifiedAt: row.last_modified_at,
    office: row.office,
    fundsExpectedOn: row.funds_expected_on,
  };
}

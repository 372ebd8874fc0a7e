import type { GeneratedAlways } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';
import type { BooksTables } from './books-tables.ts';

export type AccountAreaTables = BooksTables & {
  mailing_addresses: MailingAddressesTable;
  insurances: InsurancesTable;
  applications: ApplicationsTable;
};

export interface MailingAddressesTable {
  account_id: number;
  address1: string;
  city: string;
  state: string;
  zip: string;
  changed_at: InstantColumn;
}

export interface InsurancesTable {
  insurance_id: GeneratedAlways<number>;
  account_id: number;
  insurance_type: string;
  covers: 0 | 1 | 2;
  premium_cents: Cents;
}

export interface ApplicationsTable {
  application_number: string;
  customer_id: string;
  status: string;
  amount_requested_cents: Cents | null;
  amount_approved_cents: Cents | null;
  last_modified_at: InstantColumn;
  office: string;
  funds_expected_on: Day | null;
  details_sealed: Uint8Array | null;
  notice_url: string;
  notice_wanted: boolean;
  request_key: string | null;
  notice_given_at: NullableInstantColumn;
}

import type { ColumnType, Generated } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { FormerTerms } from '#common/accounts/rules/agreed-terms.ts';
import type { FormerSchedule } from '#common/accounts/rules/billing-schedule.ts';
import type { AccountTypeCode } from '#common/accounts/rules/account.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';
import type { InstantColumn } from '#server/platform/db/instants.ts';
import type { LedgerCode } from './ledger-codes.ts';

/** The tables of the books; only this folder reads them. */
export type BooksTables = {
  customers: CustomersTable;
  customer_name_words: CustomerNameWordsTable;
  accounts: AccountsTable;
  loans: LoansTable;
  loan_openings: LoanOpeningsTable;
  deposits: DepositsTable;
  ledger_accounts: LedgerAccountsTable;
  transfers: TransfersTable;
  postings: PostingsTable;
};

export interface CustomersTable {
  customer_id: string;
  /** 0 for a personal customer. */
  company_number: number;
  first_name: string;
  last_name: string;
  company_name: string;
  email_address: string;
  /** Ten digits. */
  phone: string;
  second_phone: string;
  /** The one to call first. */
  primary_phone: 1 | 2;
  phone_texting: boolean;
  second_phone_texting: boolean;
  birth_date_sealed: Uint8Array | null;
  birth_date_index: Uint8Array | null;
  ssn_sealed: Uint8Array | null;
  ssn_index: Uint8Array | null;
  /** Of the last four digits. */
  ssn_ending_index: Uint8Array | null;
  birth_place_index: Uint8Array | null;
  drivers_license_index: Uint8Array | null;
  mothers_maiden_index: Uint8Array | null;
  address1: string;
  city: string;
  state: string;
  zip: string;
  branch: string;
  restricted: boolean;
}

/** The words of a customer's name, written by a trigger (migration 0036). */
interface CustomerNameWordsTable {
  word: string;
  customer_id: string;
}

export interface AccountsTable {
  account_id: Generated<number>;
  account_number: string;
  customer_id: string;
  type_code: AccountTypeCode;
  description: string;
  opened_on: Day;
  hold_code: string;
  status: string;
  statement_preference: '' | 'Electronic' | 'Paper';
  rate_ppm: RatePpm;
  name_on_account: string;
  hidden_from_web: boolean;
  /** The day through which a core's file gave the figures; null where these books keep them. */
  figures_as_of: Day | null;
  /** The day whose file gave the description, rate and hold code; null where no update did. */
  described_as_of: Day | null;
}

export interface LoansTable {
  account_id: number;
  original_amount_cents: Cents;
  credit_limit_cents: Cents;
  term_payments: number | null;
  maturity_on: Day | null;
  billing_frequency: BillingFrequency;
  installment_cents: Cents;
  due_day: number;
  /** Oldest first, as JSON. */
  former_schedules: readonly FormerSchedule[];
  /** Oldest first, as JSON. */
  former_terms: readonly FormerTerms[];
  next_due_on: Day | null;
  partial_paid_cents: Cents;
  principal_cents: Cents;
  late_charges_cents: Cents;
  other_fees_cents: Cents;
  accrued_through: Day;
  /** Read through `::text`, because it may exceed a safe integer. */
  accrued_numerator: ColumnType<never, string, string>;
  late_charge_for: Day | null;
  loan_type: string;
  locked_for_payoff: boolean;
  in_dispute: boolean;
  only_immediate_payments: boolean;
  online_blocked: boolean;
  ach_blocked: boolean;
  card_blocked: boolean;
  recurring_blocked: boolean;
  history_blocked: boolean;
  lien_released_on: Day | null;
  lien_reference: string | null;
  charged_off_on: Day | null;
  charged_off_cents: Cents | null;
}

export interface DepositsTable {
  account_id: number;
  balance_cents: Cents;
  held_cents: Cents;
  maturity_on: Day | null;
}

interface LedgerAccountsTable {
  ledger_code: LedgerCode;
  name: string;
  normal_side: 'debit' | 'credit';
}

export interface TransfersTable {
  transfer_id: Generated<number>;
  description: string;
  effective_on: Day;
  posted_at: InstantColumn;
  payment_id: string | null;
  counted_cents: Cents;
  reverses_transfer_id: number | null;
  moves_payment_id: string | null;
}

export interface PostingsTable {
  transfer_id: number;
  line: number;
  ledger_code: LedgerCode;
  account_id: number | null;
  amount_cents: Cents;
}

export interface LoanOpeningsTable {
  account_id: number;
  began_on: Day;
  interest_this_year_cents: Cents | null;
  interest_last_year_cents: Cents | null;
  fees_this_year_cents: Cents | null;
  paid_principal_cents: Cents | null;
  paid_interest_cents: Cents | null;
  paid_fees_cents: Cents | null;
  last_paid_on: Day | null;
  last_paid_cents: Cents | null;
  /** The day through which the figures count; null for `began_on`. */
  figures_on: Day | null;
  /** Of a loan that was charged off before; null otherwise, and if the former system didn't say. */
  recovered_cents: Cents | null;
}

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { BankAccountType } from '#common/payments/rules/payment-types.ts';
import type { StandardEntryClass } from '#server/payments-network/nacha/bank-file.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';
import type { DayComparison } from './day-comparison.ts';

/** `collected`: waits for a bank file. `held`: set aside by the operator. `cancelled`: never sent. */
export type AchEntryState = 'collected' | 'held' | 'filed' | 'cancelled';

export interface AchEntriesTable {
  entry_id: GeneratedAlways<number>;
  payment_id: string;
  state: ColumnType<AchEntryState, never, AchEntryState>;
  /** Null unless `held`. */
  held_reason: ColumnType<string | null, never, string | null>;
  sec: StandardEntryClass;
  file_id: ColumnType<number | null, never, number>;
  trace_number: ColumnType<string | null, never, string>;
  file_on: Day;
  amount_cents: Cents;
  owner_name: string;
  account_type: BankAccountType;
  routing_number_sealed: Uint8Array;
  account_number_sealed: Uint8Array;
  created_at: InstantColumn;
}

/** Append-only: bank files as they were written. */
export interface AchFilesTable {
  file_id: GeneratedAlways<number>;
  business_on: Day;
  effective_on: Day;
  entry_count: number;
  debit_cents: Cents;
  credit_count: Generated<number>;
  credit_cents: Generated<Cents>;
  bank_id: string;
  last_sequence: number;
  id_modifier: string;
  content_sealed: Uint8Array;
  content_hash: Uint8Array;
  made_at: InstantColumn;
}

/** Append-only: return and change notices from the bank. */
export interface BankNoticesTable {
  notice_id: GeneratedAlways<number>;
  entry_id: number;
  code: string;
  file_hash: Uint8Array;
  recorded_at: InstantColumn;
}

export interface BlockedBankAccountsTable {
  account_index: Uint8Array;
  code: string;
  blocked_at: InstantColumn;
}

export interface BusinessDaysTable {
  business_on: Day;
  filed_at: NullableInstantColumn;
  file_id: number | null;
  charged_at: NullableInstantColumn;
  late_charges: ColumnType<number, number | undefined, number>;
  reconciled_at: NullableInstantColumn;
  charges_through: number | null;
  comparison: ColumnType<DayComparison | null, string | null | undefined, string>;
  /** Set together, if someone has explained the differences. */
  acknowledged_at: NullableInstantColumn;
  acknowledged_by: ColumnType<string | null, never, string>;
  acknowledged_reason: ColumnType<string | null, never, string>;
}

export type DayStep = 'submission' | 'file' | 'charges' | 'settlement' | 'comparison';

/** Steps that failed or are waiting. The row is deleted when its step is done. */
export interface BusinessDayProblemsTable {
  business_on: Day;
  step: DayStep;
  problem: string;
  first_at: InstantColumn;
  last_at: InstantColumn;
}

/** How the operator decided on a bank's notice of change. */
export interface BankAccountChangesTable {
  entry_id: number;
  code: string;
  state: 'applied' | 'waiting' | 'dismissed';
  reason: string | null;
  corrected_sealed: Uint8Array;
  decided_by: string | null;
  changed_at: InstantColumn;
}

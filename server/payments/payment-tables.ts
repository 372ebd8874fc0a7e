import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type {
  BankAccountType,
  CardBrand,
  DebitCredit,
  PaymentTiming,
  PaymentType,
  RecurringOption,
} from '#common/payments/rules/payment-types.ts';
import type { CreditState, PayoutMeans, PayoutPurpose } from '#common/payments/rules/payout.ts';
import type { ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import type { CreditEntryClass } from '#server/payments-network/nacha/bank-file.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';
import type {
  DraftAgreementsTable,
  DraftAuthorizationsTable,
  PreparedDraftAgreementsTable,
} from './authorizations/authorization-tables.ts';
import type {
  AchEntriesTable,
  AchFilesTable,
  BankAccountChangesTable,
  BankNoticesTable,
  BlockedBankAccountsTable,
  BusinessDayProblemsTable,
  BusinessDaysTable,
} from './end-of-day/end-of-day-tables.ts';

/**
 * `confirming`: nothing is charged until the customer confirms (3-D Secure). `unknown`: the processor didn't answer, so it's unclear whether it charged. `unapplied`: a card was charged, but the
 * core refuses to post the payment; an operator applies or refunds it.
 */
export type PaymentState =
  | 'created'
  | 'submitting'
  | 'confirming'
  | 'posted'
  | 'declined'
  | 'unknown'
  | 'unapplied'
  | 'refunded'
  | 'scheduled'
  | 'cancelled'
  | 'returned';

/** `hold`: a hold code of the loan stopped it on its day. */
export type PaymentCause = 'submission' | 'recovery' | 'schedule' | 'customer' | 'bank' | 'operator' | 'hold';

/** `stopped`: two payments failed in a row. `finished`: the loan is paid off. */
export type RecurringState = 'active' | 'stopped' | 'cancelled' | 'finished';

export type RecurringEventName =
  | 'created'
  | 'edited'
  | 'skipped'
  | 'notDue'
  /** Left out, because a hold code of the loan stopped it. */
  | 'onHold'
  | 'announced'
  | 'failed'
  | 'stopped'
  | 'cancelled'
  | 'finished';

/** The tables of payments, payment methods and the end of the day (migrations 0003, 0008 and 0013). */
export type PaymentTables = {
  payments: PaymentsTable;
  payment_events: PaymentEventsTable;
  ach_entries: AchEntriesTable;
  saved_cards: SavedCardsTable;
  card_setups: CardSetupsTable;
  saved_bank_accounts: SavedBankAccountsTable;
  default_payment_methods: DefaultPaymentMethodsTable;
  recurring_payments: RecurringPaymentsTable;
  recurring_events: RecurringEventsTable;
  draft_instructions: DraftInstructionsTable;
  prepared_draft_agreements: PreparedDraftAgreementsTable;
  draft_agreements: DraftAgreementsTable;
  draft_authorizations: DraftAuthorizationsTable;
  ach_files: AchFilesTable;
  bank_notices: BankNoticesTable;
  blocked_bank_accounts: BlockedBankAccountsTable;
  business_days: BusinessDaysTable;
  business_day_problems: BusinessDayProblemsTable;
  bank_account_changes: BankAccountChangesTable;
  card_expiry_notices: CardExpiryNoticesTable;
  received_payments: ReceivedPaymentsTable;
  payouts: PayoutsTable;
  payout_credits: PayoutCreditsTable;
  payment_pauses: PaymentPausesTable;
  payment_moves: PaymentMovesTable;
  card_refunds: CardRefundsTable;
};

/** Planned payments of a loan that a hold code stops. */
export interface PaymentPausesTable {
  pause_id: string;
  account_number: string;
  customer_id: string;
  methods: PaymentType[];
  hold_code: string;
  began_at: InstantColumn;
  /** Null while it lasts. */
  ended_at: NullableInstantColumn;
}

/** Money that staff received outside the portal; the books have its transfer. */
export interface ReceivedPaymentsTable {
  received_id: string;
  customer_id: string;
  account_number: string;
  means: ReceivedMeans;
  /** The number of the check or wire, or of the branch's receipt. */
  reference: string;
  amount_cents: Cents;
  /** More than the loan owed. */
  overpaid_cents: Cents;
  received_on: Day;
  recorded_by: string;
  recorded_at: InstantColumn;
  taken_back_by: string | null;
  taken_back_at: NullableInstantColumn;
  taken_back_reason: string | null;
  /** It counts on another loan since, under another row. */
  moved_at: NullableInstantColumn;
  /** The row it was first received under. */
  moved_from: string | null;
}

/** Parts of card payments that went back. */
export interface CardRefundsTable {
  refund_id: string;
  payment_id: string;
  amount_cents: Cents;
  reason: string;
  refunded_by: string;
  refunded_at: InstantColumn;
  /** Null until the processor reports it. */
  reported_at: NullableInstantColumn;
  /** The id of the event that reported it. */
  reported_event: string | null;
}

/** Append-only: payments that counted on the wrong loan. */
export interface PaymentMovesTable {
  move_id: string;
  /** As in the books. */
  payment_id: string;
  from_customer_id: string;
  from_account_number: string;
  to_customer_id: string;
  to_account_number: string;
  amount_cents: Cents;
  effective_on: Day;
  reason: string;
  moved_by: string;
  moved_at: InstantColumn;
}

/** Overpayments that went back to the customer; the books have their transfers. */
export interface PayoutsTable {
  payout_id: string;
  customer_id: string;
  account_number: string;
  means: PayoutMeans;
  purpose: PayoutPurpose;
  /** The number of the check or wire. */
  reference: string;
  amount_cents: Cents;
  paid_on: Day;
  recorded_by: string;
  recorded_at: InstantColumn;
  stopped_by: string | null;
  stopped_at: NullableInstantColumn;
  stopped_reason: string | null;
}

/** The entry of a payout in the bank file. */
export interface PayoutCreditsTable {
  payout_id: string;
  state: ColumnType<CreditState, never, CreditState>;
  /** Null unless `held`. */
  held_reason: ColumnType<string | null, never, string | null>;
  /** Null also if no file could take it, which doesn't end by itself. */
  held_for: ColumnType<string | null, never, string | null>;
  sec: CreditEntryClass;
  file_on: Day;
  file_id: ColumnType<number | null, never, number>;
  trace_number: ColumnType<string | null, never, string>;
  owner_name: string;
  account_type: BankAccountType;
  last_four: string;
  routing_number_sealed: Uint8Array;
  account_number_sealed: Uint8Array;
  created_at: InstantColumn;
  return_code: ColumnType<string | null, never, string>;
  returned_at: NullableInstantColumn;
}

export interface CardExpiryNoticesTable {
  user_id: number;
  card_token: string;
  card_expiration: string;
  noticed_at: InstantColumn;
}

export interface MethodColumns {
  method_type: PaymentType;
  last_four: string;
  card_brand: CardBrand | null;
  debit_credit: DebitCredit | null;
  card_token: string | null;
  /** `MM/YY`; null for a bank account, and for cards deleted before this column existed. */
  card_expiration: string | null;
  bank_name: string | null;
  bank_account_type: BankAccountType | null;
}

export interface PaymentsTable extends MethodColumns {
  payment_id: string;
  reference_number: string;
  user_id: number;
  customer_id: string;
  account_number: string;
  state: PaymentState;
  pay_on: Day;
  amount_cents: Cents;
  additional_principal_cents: Cents;
  first_party_fee_cents: Cents;
  third_party_fee_cents: Cents;
  refunded_cents: Generated<Cents>;
  is_payoff: boolean;
  timing: PaymentTiming;
  recurring_id: string | null;
  occurs_on: Day | null;
  claimed_until: NullableInstantColumn;
  submit_problem: ColumnType<string | null, string | null | undefined, string | null>;
  return_code: string | null;
  key_hash: Uint8Array;
  request_fingerprint: Uint8Array;
  decline_reason: string | null;
  unapplied_reason: ColumnType<string | null, string | null | undefined, string | null>;
  processor_authorization: string | null;
  /** The processor's page; null unless `confirming`. */
  confirmation_url: ColumnType<string | null, null | undefined, string | null>;
  leased_until: NullableInstantColumn;
  created_at: InstantColumn;
  state_since: InstantColumn;
}

export interface RecurringPaymentsTable extends MethodColumns {
  recurring_id: string;
  reference_number: string;
  user_id: number;
  customer_id: string;
  account_number: string;
  state: RecurringState;
  recurring_option: RecurringOption;
  days_before_due: number;
  first_on: Day;
  next_on: Day;
  run_on: Day;
  pays_total_due: boolean;
  amount_cents: Cents;
  additional_principal_cents: Cents;
  first_party_fee_cents: Cents;
  third_party_fee_cents: Cents;
  announced_for: Day | null;
  announced_cents: Cents | null;
  noticed_for: Day | null;
  noticed_cents: Cents | null;
  claimed_until: NullableInstantColumn;
  submit_problem: ColumnType<string | null, string | null | undefined, string | null>;
  key_hash: Uint8Array;
  request_fingerprint: Uint8Array;
  created_at: InstantColumn;
  state_since: InstantColumn;
}

export interface RecurringEventsTable {
  event_id: GeneratedAlways<number>;
  recurring_id: string;
  event: RecurringEventName;
  occurs_on: Day;
  recorded_at: InstantColumn;
}

/** Keyed by the scheduled or recurring payment. */
export interface DraftInstructionsTable {
  instruction_id: string;
  owner_name: string;
  account_type: BankAccountType;
  routing_number_sealed: Uint8Array;
  account_number_sealed: Uint8Array;
}

export interface PaymentEventsTable {
  event_id: GeneratedAlways<number>;
  payment_id: string;
  from_state: PaymentState | null;
  to_state: PaymentState;
  cause: PaymentCause;
  recorded_at: InstantColumn;
}

export interface SavedCardsTable {
  profile_id: string;
  user_id: number;
  card_token: string;
  card_fingerprint: string;
  brand: CardBrand;
  last_four: string;
  debit_credit: DebitCredit;
  /** `MM/YY` */
  expiration: string;
  created_at: InstantColumn;
}

export interface CardSetupsTable {
  setup_id: string;
  user_id: number;
  card_token: string;
  debit_credit: DebitCredit;
  confirmation_url: string;
  created_at: InstantColumn;
}

export interface SavedBankAccountsTable {
  profile_id: string;
  user_id: number;
  account_type: BankAccountType;
  owner_name: string;
  bank_name: string;
  last_four: string;
  routing_number_sealed: Uint8Array;
  account_number_sealed: Uint8Array;
  account_index: Uint8Array;
  created_at: InstantColumn;
}

export interface DefaultPaymentMethodsTable {
  user_id: number;
  account_number: string;
  card_profile_id: string | null;
  bank_profile_id: string | null;
}

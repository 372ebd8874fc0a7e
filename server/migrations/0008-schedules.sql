-- Payments of days to come: those that are made once, and those that recur.

alter table payments
  add column timing text not null default 'immediate' check (timing in ('immediate', 'scheduled', 'recurring')),
  -- Of a recurring payment: which one, and the day of its rhythm that this payment stands for.
  add column recurring_id uuid,
  add column occurs_on date,
  -- Until then a process has it in hand to submit it.
  add column claimed_until timestamptz,
  -- Why a bank gave a draft back, e.g. R01.
  add column return_code text,
  add check ((timing = 'recurring') = (recurring_id is not null and occurs_on is not null)),
  add check ((state = 'returned') = (return_code is not null));

-- Whatever crashes or runs twice: one payment per recurring payment and day.
create unique index payments_by_occurrence on payments (recurring_id, occurs_on) where recurring_id is not null;
create index due_scheduled_payments on payments (pay_on, payment_id) where state = 'scheduled';
create index scheduled_payments_by_account on payments (account_number, pay_on) where state = 'scheduled';

create table recurring_payments (
  recurring_id uuid primary key,
  reference_number text not null unique,
  user_id bigint not null references users,
  customer_id text not null,
  account_number text not null,
  state text not null check (state in ('active', 'stopped', 'cancelled', 'finished')),
  recurring_option text not null check (
    recurring_option in ('Weekly', 'BiWeekly', 'SemiMonthly', 'DayOfMonth', 'DaysBeforeDue')
  ),
  days_before_due smallint not null check (days_before_due between 0 and 31),
  -- Where the rhythm begins.
  first_on date not null,
  -- The next day of the rhythm, and the payment day it is drawn on.
  next_on date not null,
  run_on date not null check (run_on >= next_on),
  -- The total due of the day is paid; the amounts are then zero.
  pays_total_due boolean not null,
  amount_cents bigint not null check (amount_cents >= 0),
  additional_principal_cents bigint not null check (additional_principal_cents >= 0),
  first_party_fee_cents bigint not null check (first_party_fee_cents >= 0),
  third_party_fee_cents bigint not null check (third_party_fee_cents >= 0),
  -- The method as it was when it was chosen, whatever becomes of the saved one.
  method_type text not null check (method_type in ('Card', 'ACH')),
  last_four text not null,
  card_brand text check (card_brand in ('visa', 'amex', 'master', 'discover')),
  debit_credit text check (debit_credit in ('DebitCard', 'CreditCard')),
  card_token text,
  bank_name text,
  bank_account_type text check (bank_account_type in ('Checking', 'Savings')),
  receipt_to text not null,
  -- The payment day for which the customer was last told the amount beforehand.
  announced_for date,
  claimed_until timestamptz,
  key_hash bytea not null,
  request_fingerprint bytea not null,
  created_at timestamptz not null,
  state_since timestamptz not null,
  unique (user_id, key_hash),
  check (pays_total_due = (amount_cents = 0)),
  check ((method_type = 'Card') = (card_brand is not null and debit_credit is not null and card_token is not null)),
  check ((method_type = 'ACH') = (bank_name is not null and bank_account_type is not null))
) with (fillfactor = 50);

create unique index one_recurring_payment_per_account on recurring_payments (account_number) where state = 'active';
create index due_recurring_payments on recurring_payments (run_on, recurring_id) where state = 'active';

create table recurring_events (
  event_id bigint generated always as identity primary key,
  recurring_id uuid not null references recurring_payments,
  event text not null check (
    event in ('created', 'edited', 'skipped', 'notDue', 'announced', 'failed', 'stopped', 'cancelled', 'finished')
  ),
  -- The day of the rhythm it is about.
  occurs_on date not null,
  recorded_at timestamptz not null
);

create index recurring_events_by_payment on recurring_events (recurring_id, event_id);

create trigger recurring_events_are_append_only
  before update or delete on recurring_events
  for each row execute function refuse_change();

create trigger recurring_events_cannot_be_emptied
  before truncate on recurring_events
  for each statement execute function refuse_change();

-- What bank drafts of days to come are made out with, by the scheduled or recurring payment they are for.
create table draft_instructions (
  instruction_id uuid primary key,
  owner_name text not null,
  account_type text not null check (account_type in ('Checking', 'Savings')),
  routing_number_sealed bytea not null,
  account_number_sealed bytea not null
);

-- Agreements on recurring bank drafts as they were shown, until they are concluded or forgotten.
create table prepared_draft_agreements (
  token_hash bytea primary key,
  user_id bigint not null references users,
  account_number text not null,
  -- What was agreed on, to be compared with what is submitted.
  facts text not null,
  html text not null,
  prepared_at timestamptz not null,
  expires_at timestamptz not null,
  previewed_at timestamptz
);

create index outdated_prepared_agreements on prepared_draft_agreements (expires_at);

-- Concluded ones (Regulation E keeps them two years after the last draft; here they stay).
create table draft_agreements (
  agreement_id uuid primary key,
  user_id bigint not null references users,
  customer_id text not null,
  account_number text not null,
  recurring_id uuid not null references recurring_payments,
  html text not null,
  text_hash bytea not null,
  agreed_at timestamptz not null,
  ip_address text not null
);

create index draft_agreements_by_customer on draft_agreements (customer_id, agreed_at);

create trigger draft_agreements_are_append_only
  before update or delete on draft_agreements
  for each row execute function refuse_change();

create trigger draft_agreements_cannot_be_emptied
  before truncate on draft_agreements
  for each statement execute function refuse_change();

-- How far the clock of a demonstration was moved (`passbook demo day`).
alter table operating_state add column clock_moved_seconds bigint not null default 0;

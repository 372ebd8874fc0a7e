-- Payments and what they are made with. Money is whole cents, days are calendar days.
-- Numbers of cards are nowhere here; numbers of bank accounts are sealed.

create table payments (
  payment_id uuid primary key,
  reference_number text not null unique,
  user_id bigint not null references users,
  customer_id text not null,
  account_number text not null,
  state text not null check (
    state in ('created', 'submitting', 'posted', 'declined', 'unknown', 'scheduled', 'cancelled', 'returned')
  ),
  pay_on date not null,
  amount_cents bigint not null check (amount_cents > 0),
  additional_principal_cents bigint not null check (additional_principal_cents >= 0),
  first_party_fee_cents bigint not null check (first_party_fee_cents >= 0),
  third_party_fee_cents bigint not null check (third_party_fee_cents >= 0),
  is_payoff boolean not null,
  -- The method as it was, whatever becomes of the saved one.
  method_type text not null check (method_type in ('Card', 'ACH')),
  last_four text not null,
  card_brand text check (card_brand in ('visa', 'amex', 'master', 'discover')),
  debit_credit text check (debit_credit in ('DebitCard', 'CreditCard')),
  card_token text,
  bank_name text,
  bank_account_type text check (bank_account_type in ('Checking', 'Savings')),
  -- The same key is the same payment (its hash); another request under it is refused.
  key_hash bytea not null,
  request_fingerprint bytea not null,
  decline_reason text,
  -- Where the receipt goes; empty when the customer had no address.
  receipt_to text not null,
  processor_authorization text,
  -- Until then the process that submits it is taken to be alive; also when an unknown outcome is asked for again.
  leased_until timestamptz,
  created_at timestamptz not null,
  state_since timestamptz not null,
  unique (user_id, key_hash),
  check ((state in ('submitting', 'unknown')) = (leased_until is not null)),
  check ((state = 'declined') = (decline_reason is not null)),
  check ((method_type = 'Card') = (card_brand is not null and debit_credit is not null)),
  check ((method_type = 'ACH') = (bank_name is not null and bank_account_type is not null))
) with (fillfactor = 70);

create index unsettled_payments on payments (leased_until, payment_id) where state in ('submitting', 'unknown');
-- Whoever pays again before the first outcome is known could be charged twice.
create unique index one_unsettled_payment_per_account on payments (account_number)
  where state in ('submitting', 'unknown');

create table payment_events (
  event_id bigint generated always as identity primary key,
  payment_id uuid not null references payments,
  from_state text,
  to_state text not null,
  cause text not null,
  recorded_at timestamptz not null
);

create index payment_events_by_payment on payment_events (payment_id, event_id);

create trigger payment_events_are_append_only
  before update or delete on payment_events
  for each row execute function refuse_change();

create trigger payment_events_cannot_be_emptied
  before truncate on payment_events
  for each statement execute function refuse_change();

-- A bank draft that waits for the bank file of its business day.
create table ach_entries (
  entry_id bigint generated always as identity primary key,
  payment_id uuid not null unique references payments,
  state text not null default 'collected' check (state in ('collected')),
  file_on date not null,
  amount_cents bigint not null check (amount_cents > 0),
  owner_name text not null,
  account_type text not null check (account_type in ('Checking', 'Savings')),
  routing_number_sealed bytea not null,
  account_number_sealed bytea not null,
  created_at timestamptz not null
);

create index collected_ach_entries on ach_entries (file_on, entry_id) where state = 'collected';

-- A saved card is a token of the processor's vault.
create table saved_cards (
  profile_id text primary key,
  user_id bigint not null references users,
  card_token text not null,
  card_fingerprint text not null,
  brand text not null check (brand in ('visa', 'amex', 'master', 'discover')),
  last_four text not null,
  debit_credit text not null check (debit_credit in ('DebitCard', 'CreditCard')),
  expiration text not null,
  created_at timestamptz not null,
  unique (user_id, card_fingerprint)
);

create table saved_bank_accounts (
  profile_id text primary key,
  user_id bigint not null references users,
  account_type text not null check (account_type in ('Checking', 'Savings')),
  owner_name text not null,
  bank_name text not null,
  last_four text not null,
  routing_number_sealed bytea not null,
  account_number_sealed bytea not null,
  -- Keyed hash of both numbers: how an account that was saved before is recognised.
  account_index bytea not null,
  created_at timestamptz not null,
  unique (user_id, account_index)
);

-- The default method of a person for a loan.
create table default_payment_methods (
  user_id bigint not null references users,
  account_number text not null,
  card_profile_id text references saved_cards on delete cascade,
  bank_profile_id text references saved_bank_accounts on delete cascade,
  primary key (user_id, account_number),
  check ((card_profile_id is null) <> (bank_profile_id is null))
);

create index default_cards on default_payment_methods (card_profile_id) where card_profile_id is not null;
create index default_bank_accounts on default_payment_methods (bank_profile_id) where bank_profile_id is not null;

-- Banks by routing number, in the fields of the Federal Reserve's directory.
create table routing_directory (
  routing_number text primary key check (routing_number ~ '^[0-9]{9}$'),
  name text not null,
  address text not null,
  city text not null,
  state text not null,
  zip text not null,
  ach_allowed boolean not null
);

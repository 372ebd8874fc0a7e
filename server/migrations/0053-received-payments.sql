-- Money for a loan that staff received outside the portal, such as a check. The books have the transfer, this the
-- evidence. Nothing is received twice under one reference, unless it was taken back, as with a check paid in again.
create table received_payments (
  received_id uuid primary key,
  customer_id text not null,
  account_number text not null,
  means text not null check (means in ('check', 'wire', 'branch')),
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What was more than the loan owed, for a refund to the customer.
  overpaid_cents bigint not null check (overpaid_cents >= 0),
  received_on date not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  taken_back_by text,
  taken_back_at timestamptz,
  taken_back_reason text,
  check ((taken_back_at is null) = (taken_back_by is null) and (taken_back_at is null) = (taken_back_reason is null))
);

create unique index received_once on received_payments (account_number, means, reference) where taken_back_at is null;
create index received_by_account on received_payments (account_number, recorded_at desc);

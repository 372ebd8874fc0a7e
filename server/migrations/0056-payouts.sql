-- Overpayments that went back to the customer. The books have the transfer, this the evidence: the check or wire.
create table payouts (
  payout_id uuid primary key,
  customer_id text not null,
  account_number text not null,
  means text not null check (means in ('check', 'wire')),
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  paid_on date not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  -- Such as a lost check, which was stopped.
  stopped_by text,
  stopped_at timestamptz,
  stopped_reason text,
  check ((stopped_at is null) = (stopped_by is null) and (stopped_at is null) = (stopped_reason is null))
);

create unique index paid_out_once on payouts (account_number, means, reference) where stopped_at is null;
create index payouts_by_account on payouts (account_number, recorded_at desc);

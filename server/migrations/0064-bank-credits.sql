-- Overpayments that go back to the customer's bank account, as credits in the bank file.
alter table payouts drop constraint payouts_means_check;
alter table payouts add constraint payouts_means_check check (means in ('check', 'wire', 'bank'));

create table payout_credits (
  payout_id uuid primary key references payouts,
  -- 'waiting' until the books have the payout.
  state text not null default 'waiting' check (state in ('waiting', 'collected', 'held', 'filed', 'cancelled')),
  held_reason text check ((held_reason is not null) = (state = 'held')),
  sec text not null check (sec in ('PPD', 'CCD')),
  file_on date not null,
  file_id bigint references ach_files,
  trace_number text check (trace_number ~ '^[0-9]{15}$'),
  owner_name text not null,
  account_type text not null,
  last_four text not null,
  routing_number_sealed bytea not null,
  account_number_sealed bytea not null,
  created_at timestamptz not null,
  -- What the customer's bank says if it sends the money back, such as R02.
  return_code text,
  returned_at timestamptz,
  check ((state = 'filed') = (file_id is not null)),
  check ((file_id is null) = (trace_number is null)),
  check ((return_code is null) = (returned_at is null)),
  check (returned_at is null or state = 'filed')
);

create index payout_credits_to_file on payout_credits (file_on) where state in ('waiting', 'collected', 'held');
create index payout_credits_by_trace on payout_credits (trace_number) where trace_number is not null;
create index payout_credits_by_file on payout_credits (file_id) where file_id is not null;

-- A file may have drafts, credits, or both; each sum is zero exactly if there are none.
alter table ach_files
  drop constraint ach_files_entry_count_check,
  drop constraint ach_files_debit_cents_check,
  add column credit_count integer not null default 0 check (credit_count >= 0),
  add column credit_cents bigint not null default 0 check (credit_cents >= 0),
  add check (entry_count >= 0 and debit_cents >= 0 and entry_count + credit_count > 0),
  add check ((entry_count = 0) = (debit_cents = 0)),
  add check ((credit_count = 0) = (credit_cents = 0));

-- Notifications of change about bank credits, each applied once.
create table credit_notices (
  payout_id uuid not null references payout_credits,
  code text not null check (code ~ '^C[0-9]{2}$'),
  -- Of the file that brought it.
  file_hash bytea not null,
  recorded_at timestamptz not null,
  primary key (payout_id, code)
);

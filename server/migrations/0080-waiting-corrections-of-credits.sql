-- A notification of change about a bank credit waits for a decision if it can't be applied, as one about a draft does.
alter table credit_notices
  add column state text not null default 'applied' check (state in ('applied', 'waiting', 'dismissed')),
  -- Why an operator has to decide; null once it is decided.
  add column reason text,
  add column decided_by text,
  add check ((state = 'waiting') = (reason is not null)),
  add check (state <> 'waiting' or corrected_sealed is not null);

create index waiting_credit_notices on credit_notices (payout_id) where state = 'waiting';

-- What banks want changed of accounts (notifications of change), and what became of it.
create table bank_account_changes (
  entry_id bigint not null,
  code text not null,
  state text not null check (state in ('applied', 'waiting', 'dismissed')),
  -- Why an operator has to decide; null once it is decided.
  reason text,
  -- As the bank wrote it: it holds numbers of accounts.
  corrected_sealed bytea not null,
  decided_by text,
  changed_at timestamptz not null,
  primary key (entry_id, code),
  foreign key (entry_id, code) references bank_notices (entry_id, code),
  check ((state = 'waiting') = (reason is not null))
);

create index waiting_bank_account_changes on bank_account_changes (entry_id) where state = 'waiting';

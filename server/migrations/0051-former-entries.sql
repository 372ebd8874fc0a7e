-- The history of imported loans before the import, as the former system told it. No postings: these books did not make
-- the movements, and only show them.
create table former_entries (
  account_id bigint not null references loan_openings,
  -- 1 is the newest.
  position integer not null check (position > 0),
  -- The former system's number.
  reference text not null,
  entered_on date not null,
  kind text not null check (
    kind in ('payment', 'payment-returned', 'late-charge', 'late-charge-waived', 'fee', 'fee-waived', 'advance')
  ),
  description text not null,
  -- As customers see them: positive lowers the debt.
  principal_cents bigint not null,
  interest_cents bigint not null,
  other_cents bigint not null,
  -- Owed after the entry.
  running_principal_cents bigint not null,
  -- A later entry took this payment back.
  returned boolean not null,
  primary key (account_id, position),
  unique (account_id, reference)
);

create trigger former_entries_are_append_only
  before update or delete on former_entries
  for each row execute function refuse_change();

create trigger former_entries_cannot_be_emptied
  before truncate on former_entries
  for each statement execute function refuse_change();

-- Bank files that the bank rejected as a whole: nothing was drawn or sent, and their entries leave with another file.
create table refused_bank_files (
  file_id bigint primary key references ach_files,
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null
);

-- The entries as they were in it; their rows are those of the file they leave with.
create table refused_bank_entries (
  file_id bigint not null references refused_bank_files,
  trace_number text not null check (trace_number ~ '^[0-9]{15}$'),
  entry_id bigint references ach_entries,
  payout_id uuid references payout_credits,
  primary key (file_id, trace_number),
  check ((entry_id is null) <> (payout_id is null))
);

create index refused_bank_entries_by_trace on refused_bank_entries (trace_number);

create trigger refused_bank_files_are_append_only
  before update or delete on refused_bank_files
  for each row execute function refuse_change();

create trigger refused_bank_files_cannot_be_emptied
  before truncate on refused_bank_files
  for each statement execute function refuse_change();

create trigger refused_bank_entries_are_append_only
  before update or delete on refused_bank_entries
  for each row execute function refuse_change();

create trigger refused_bank_entries_cannot_be_emptied
  before truncate on refused_bank_entries
  for each statement execute function refuse_change();

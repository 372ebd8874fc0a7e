-- Bank files that the bank processed although they were a mistake, or twice, and the file that gives the drafts back.
create table reversed_bank_files (
  file_id bigint primary key references ach_files,
  -- Numbers of entries go on from the newest file of either kind: this one follows that bank file.
  reversal_id bigint generated always as identity,
  after_file_id bigint not null references ach_files,
  -- 'inError': the payments are taken back too. 'twice': they stay, since the customers owed them once.
  kind text not null check (kind in ('inError', 'twice')),
  reason text not null,
  decided_by text not null,
  effective_on date not null,
  entry_count integer not null check (entry_count > 0),
  credit_cents bigint not null check (credit_cents > 0),
  bank_id text not null check (bank_id ~ '^[0-9]{8}$'),
  last_sequence integer not null check (last_sequence between 1 and 9999999),
  id_modifier text not null check (id_modifier ~ '^[A-Z0-9]$'),
  content_sealed bytea not null,
  content_hash bytea not null,
  made_at timestamptz not null
);

create trigger reversed_bank_files_are_append_only
  before delete on reversed_bank_files
  for each row execute function refuse_change();

create trigger reversed_bank_files_change_their_seal_only
  before update on reversed_bank_files
  for each row execute function refuse_change_but_of_seal();

create trigger reversed_bank_files_cannot_be_emptied
  before truncate on reversed_bank_files
  for each statement execute function refuse_change();

-- The drafts that it gives back, each with the trace number of the entry that does.
create table reversed_bank_entries (
  entry_id bigint primary key references ach_entries,
  file_id bigint not null references reversed_bank_files,
  trace_number text not null check (trace_number ~ '^[0-9]{15}$')
);

create index reversed_bank_entries_by_trace on reversed_bank_entries (trace_number);
create index reversed_bank_entries_by_file on reversed_bank_entries (file_id);

create trigger reversed_bank_entries_are_append_only
  before update or delete on reversed_bank_entries
  for each row execute function refuse_change();

create trigger reversed_bank_entries_cannot_be_emptied
  before truncate on reversed_bank_entries
  for each statement execute function refuse_change();

-- Bank drafts leave in one file per business day; what banks send back is noted beside it.

create table ach_files (
  file_id bigint generated always as identity primary key,
  business_on date not null unique,
  effective_on date not null,
  entry_count integer not null check (entry_count > 0),
  debit_cents bigint not null check (debit_cents > 0),
  -- The bank's first eight digits, and the last number of an entry: the next file goes on from there.
  bank_id text not null check (bank_id ~ '^[0-9]{8}$'),
  last_sequence integer not null check (last_sequence between 1 and 9999999),
  -- The file as it was made, sealed for its account numbers, and its SHA-256.
  content_sealed bytea not null,
  content_hash bytea not null,
  made_at timestamptz not null
);

create index ach_files_by_bank on ach_files (bank_id, last_sequence);

create trigger ach_files_are_append_only
  before update or delete on ach_files
  for each row execute function refuse_change();

create trigger ach_files_cannot_be_emptied
  before truncate on ach_files
  for each statement execute function refuse_change();

alter table ach_entries drop constraint ach_entries_state_check;
alter table ach_entries
  add column file_id bigint references ach_files,
  add column trace_number text unique check (trace_number ~ '^[0-9]{15}$'),
  add check (state in ('collected', 'filed')),
  add check ((state = 'filed') = (file_id is not null)),
  add check ((state = 'filed') = (trace_number is not null));

create index ach_entries_by_file on ach_entries (file_id) where file_id is not null;

-- R: the draft came back. C: it was paid, and the bank wants other numbers from now on.
create table bank_notices (
  notice_id bigint generated always as identity primary key,
  entry_id bigint not null references ach_entries,
  code text not null check (code ~ '^[RC][0-9]{2}$'),
  -- Of the file that brought it.
  file_hash bytea not null,
  recorded_at timestamptz not null,
  unique (entry_id, code)
);

create trigger bank_notices_are_append_only
  before update or delete on bank_notices
  for each row execute function refuse_change();

create trigger bank_notices_cannot_be_emptied
  before truncate on bank_notices
  for each statement execute function refuse_change();

-- Accounts that may not be drawn on any more, by the keyed hash of their numbers.
create table blocked_bank_accounts (
  account_index bytea primary key,
  code text not null,
  blocked_at timestamptz not null
);

-- What of the end of a business day is done; a run that was cut short goes on from here.
create table business_days (
  business_on date primary key,
  filed_at timestamptz,
  file_id bigint references ach_files,
  charged_at timestamptz,
  late_charges integer not null default 0,
  reconciled_at timestamptz,
  -- How far the processor's report was compared, and what the comparison found.
  charges_through bigint,
  comparison jsonb,
  check ((reconciled_at is null) = (comparison is null)),
  check ((reconciled_at is null) = (charges_through is null))
);

-- What changed since the day before is compared, and its late charges are counted, when a day ends.
create index payments_by_change on payments (state_since);
create index late_charges_by_day on transfers (effective_on) where description = 'Late charge';

-- Files for credit bureaus, one or more for each month that is over.
create table credit_files (
  file_id integer generated always as identity primary key,
  through_on date not null,
  account_count integer not null check (account_count >= 0),
  -- Accounts that are not reported, with the reason.
  left_out jsonb not null check (jsonb_typeof(left_out) = 'array'),
  content_sealed bytea not null,
  content_hash bytea not null,
  made_by text not null,
  made_at timestamptz not null
);

create index credit_files_by_month on credit_files (through_on desc, file_id desc);

create trigger credit_files_are_append_only
  before delete on credit_files
  for each row execute function refuse_change();

create trigger credit_files_change_their_seal_only
  before update on credit_files
  for each row execute function refuse_change_but_of_seal();

-- Approved downloads, each used once, as of bank files.
create table credit_file_releases (
  work_item_id bigint primary key references work_items,
  file_id integer not null references credit_files,
  released_at timestamptz not null,
  downloaded_at timestamptz
);

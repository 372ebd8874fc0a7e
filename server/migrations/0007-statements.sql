-- Statements and year-end summaries as they were first made, and the history that the institution keeps from the web.

alter table loans add column history_blocked boolean not null default false;

-- Wording and colours of documents; every document names the ones it was made with.
create table statement_designs (
  design_hash bytea primary key,
  design jsonb not null
);

-- The figures of a document, kept from the first time it is made: from these and its design
-- the same file is drawn ever again. Ids: `2026-10` is a month, `2025` the interest of a year.
create table statements (
  account_number text not null,
  period text not null check (period ~ '^\d{4}(-\d{2})?$'),
  figures jsonb not null,
  design_hash bytea not null references statement_designs,
  made_at timestamptz not null,
  primary key (account_number, period)
);

create trigger statements_are_append_only
  before update or delete on statements
  for each row execute function refuse_change();

create trigger statements_cannot_be_emptied
  before truncate on statements
  for each statement execute function refuse_change();

-- Each step of the end of a business day is done or fails by itself; what failed is tried again and shown.
create table business_day_problems (
  business_on date not null references business_days,
  step text not null check (step in ('submission', 'file', 'charges', 'settlement', 'comparison')),
  problem text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (business_on, step)
);

-- Why a payment that is due was tried and not submitted; null until it was tried.
alter table payments add column submit_problem text;
alter table recurring_payments add column submit_problem text;

-- Drafts can be held, by an operator or because they fit no bank entry, and given up.
-- Accounts of companies are drawn on as CCD, those of consumers as WEB.
alter table ach_entries drop constraint ach_entries_state_check;
alter table ach_entries
  add column sec text not null default 'WEB' check (sec in ('WEB', 'CCD')),
  add column held_reason text,
  add check (state in ('collected', 'held', 'filed', 'cancelled')),
  add check (state <> 'held' or held_reason is not null);

create index held_ach_entries on ach_entries (entry_id) where state = 'held';

-- Sequence numbers of entries roll over after 9999999: unique within a file, and by time across files.
alter table ach_entries drop constraint ach_entries_trace_number_key;
create unique index ach_entries_by_trace on ach_entries (trace_number, file_id) where trace_number is not null;

-- Tells files that were made on the same calendar day apart: A to Z, then 0 to 9.
alter table ach_files add column id_modifier text not null default 'A' check (id_modifier ~ '^[A-Z0-9]$');

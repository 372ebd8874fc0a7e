-- Email addresses that staff correct: the former address can object for a day.

create table corrected_emails (
  correction_id bigint generated always as identity primary key,
  customer_id text not null,
  former_address text not null,
  new_address text not null,
  -- The start of links in the message to the new address.
  site_url text not null,
  planned_at timestamptz not null,
  applies_at timestamptz not null,
  -- `kept`: the former address objected. `withdrawn`: staff took it back, or the address changed another way meanwhile.
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'kept', 'withdrawn')),
  settled_at timestamptz,
  check ((state = 'waiting') = (settled_at is null))
);

create unique index corrected_emails_waiting on corrected_emails (customer_id) where state = 'waiting';
create index corrected_emails_due on corrected_emails (applies_at) where state = 'waiting';

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('resetPassword', 'changePassword', 'verifyEmail', 'keepEmail', 'activate', 'optOut', 'ticket', 'recovery'));

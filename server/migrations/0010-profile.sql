-- Phones and texting of customers, what people want to be told, and requests to change contact information.

-- A customer has up to two telephones; the primary one is called first.
alter table customers
  add column primary_phone smallint not null default 1 check (primary_phone in (1, 2)),
  add column phone_texting boolean not null default false,
  add column second_phone_texting boolean not null default false;

-- What a person wants to be told of the login and of money; without a row, the defaults.
create table notification_preferences (
  user_id bigint primary key references users,
  -- Counts the saves: who saves over a state that was never seen is told.
  sequence_number integer not null,
  -- Settings as the person left them, see NotificationPreferences in common/rules/notifications.
  settings jsonb not null,
  changed_at timestamptz not null
);

-- For a day after a change, links that sign in go to the address before.
create table email_changes (
  user_id bigint primary key references users,
  former_address text not null,
  changed_at timestamptz not null
);

-- Requests that the institution works on by hand.
create table contact_change_requests (
  request_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  customer_id text not null,
  -- Accounts, addresses and telephones, as they were sent; encrypted.
  details_sealed bytea not null,
  requested_at timestamptz not null
);

create index contact_change_requests_by_customer on contact_change_requests (customer_id, request_id desc);

-- Which message it is, by the key of its words.
alter table outbox_messages add column kind text not null default '';

-- Everything before and around a session: second factors, links, codes, devices, agreements, and what may be sent.

alter table users
  add column email_verified_at timestamptz,
  add column must_change_password boolean not null default false,
  add column password_question text,
  -- argon2id of the answer; there is one without the other never.
  add column password_answer_hash text,
  add constraint question_with_answer check ((password_question is null) = (password_answer_hash is null));

-- Passwords that a person may not take again, newest last.
create table former_passwords (
  former_password_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  password_hash text not null,
  replaced_at timestamptz not null
);

create index former_passwords_by_user on former_passwords (user_id, former_password_id desc);

-- What a person still has to do before the session opens accounts, in order; empty: everything is open.
alter table sessions
  add column pending_steps text[] not null default '{}',
  add column device_id bigint;

-- Browsers and phones that signed in before. A trusted one is not asked for a security code.
create table devices (
  device_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- SHA-256 of the 256 random bits in the device's cookie.
  token_hash bytea not null unique,
  trusted boolean not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
) with (fillfactor = 70);

create index devices_in_use_by_user on devices (user_id) where ended_at is null;

alter table sessions add constraint sessions_device foreign key (device_id) references devices;

-- Links in messages: 256 random bits, for one purpose, used once.
create table one_time_links (
  link_id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('resetPassword', 'changePassword', 'verifyEmail', 'activate', 'optOut')),
  token_hash bytea not null unique,
  user_id bigint references users,
  customer_id text not null,
  -- What the purpose needs besides, such as the login name of an activation.
  details jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index one_time_links_by_customer on one_time_links (customer_id, purpose) where used_at is null;

-- Who asked for help with signing in, between its steps. An identity that nobody has looks the same and leads nowhere.
create table recovery_requests (
  -- SHA-256 of the 256 random bits in the browser's cookie.
  token_hash bytea primary key,
  -- Keyed hash of what was said of the person: wrong answers are counted by it.
  identity_hash bytea not null,
  user_id bigint references users,
  expires_at timestamptz not null
);

-- Six digits sent to somebody, by keyed hash of what they are for; a new code voids the one before.
create table security_codes (
  subject_hash bytea primary key,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
) with (fillfactor = 70);

-- What was agreed to, with the hash of the words that were shown. Never changed.
create table agreement_records (
  record_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  customer_id text not null,
  account_number text not null default '',
  name text not null,
  url text not null,
  agreement_type integer not null,
  when_to_agree text not null,
  date_of_terms date not null,
  text_hash bytea not null,
  agreed_at timestamptz not null,
  ip_address text not null
);

create index agreement_records_by_user on agreement_records (user_id, record_id desc);

create trigger agreement_records_are_append_only
  before update or delete on agreement_records
  for each row execute function refuse_change();

create trigger agreement_records_cannot_be_emptied
  before truncate on agreement_records
  for each statement execute function refuse_change();

-- Customers who want no e-mail that they need not get.
create table email_opt_outs (
  customer_id text primary key,
  opted_out_at timestamptz not null
);

-- Tokens with which the mobile app signs in after a fingerprint or a face.
create table app_tokens (
  app_token_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  token_hash bytea not null unique,
  -- Keyed hash of the app's own name for the device.
  device_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz
);

create unique index app_tokens_in_use on app_tokens (user_id, device_hash) where ended_at is null;

-- Stand for the UserToken header in the address of a new tab: for one session, action and object, used once.
create table passable_tickets (
  ticket_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  action text not null,
  object text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index passable_tickets_by_session on passable_tickets (session_id);

-- Finds the session whose own token somebody put into an address, to end it.
create index open_sessions_by_user_token on sessions (user_token_hash) where ended_at is null;

-- Tokens of single sign-on that were used, until they could not be used anyway.
create table used_sign_on_tokens (
  token_id_hash bytea primary key,
  expires_at timestamptz not null
);

-- Who a person is at the institution's single sign-on.
create table sign_on_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users,
  primary key (issuer, subject)
);

-- Facts a customer may be asked for, kept as keyed hashes only: to compare, never to read.
alter table customers
  add column birth_place_index bytea,
  add column drivers_license_index bytea,
  add column mothers_maiden_index bytea,
  -- The institution does not let this customer in.
  add column restricted boolean not null default false;

create index customers_by_birth_date on customers (birth_date_index) where birth_date_index is not null;
create index customers_by_email on customers (lower(email_address)) where email_address <> '';

-- Messages in the institution's look, beside the plain words.
alter table outbox_messages
  add column html text not null default '',
  add column channel text not null default 'email' check (channel in ('email', 'text'));

-- People's way in, their sessions, what they did and what went wrong in their browsers.

create table users (
  user_id bigint generated always as identity primary key,
  login_name text not null,
  login_key text not null unique,
  password_hash text not null,
  customer_id text not null,
  restricted boolean not null default false,
  created_at timestamptz not null
);

create index users_by_customer on users (customer_id);

create table sessions (
  session_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  token_hash bytea not null unique,
  user_token_hash bytea not null,
  customer_id text not null,
  company_number integer not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  ip_address text not null
) with (fillfactor = 70);

create index open_sessions_by_user on sessions (user_id) where ended_at is null;

create table login_history (
  login_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  logged_in_at timestamptz not null,
  ip_address text not null
);

create index login_history_newest_first on login_history (user_id, login_id desc);

create table client_errors (
  client_error_id bigint generated always as identity primary key,
  fingerprint bytea not null unique,
  message text not null,
  stack text not null,
  user_agent text not null,
  first_seen_at timestamptz not null,
  seen_count integer not null default 1
);

create table audit_log (
  audit_id bigint generated always as identity primary key,
  recorded_at timestamptz not null,
  user_id bigint,
  event text not null,
  details jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end;
$$;

create trigger audit_log_is_append_only
  before update or delete on audit_log
  for each row execute function refuse_change();

create trigger audit_log_cannot_be_emptied
  before truncate on audit_log
  for each statement execute function refuse_change();

-- Wrong passwords by keyed hash of the login name, counted for unknown names alike.
create table sign_in_attempts (
  name_hash bytea primary key,
  failures integer not null default 0,
  locks integer not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null
) with (fillfactor = 70);

-- What an operator switches while the product runs; one row.
create table operating_state (
  only_row boolean primary key default true check (only_row),
  maintenance boolean not null default false
);

insert into operating_state default values;

-- How often somebody did something lately, by keyed hash of who and what.
create unlogged table request_limits (
  subject_hash bytea primary key,
  window_started_at timestamptz not null,
  requests integer not null
);

-- Secrets that work once. Those in an address are found by their own hash, those typed or signed by whom they are for.
-- These two tables replace five with the same columns.

create table one_time_tokens (
  token_id bigint generated always as identity primary key,
  -- SHA-256 of the token's 256 random bits.
  token_hash bytea not null unique,
  purpose text not null
    check (purpose in ('resetPassword', 'changePassword', 'verifyEmail', 'activate', 'optOut', 'ticket', 'recovery')),
  user_id bigint references users,
  customer_id text,
  session_id bigint references sessions on delete cascade,
  -- Encrypted with a key made from the token, so only its holder opens them. Null without details.
  details_sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index one_time_tokens_by_customer on one_time_tokens (customer_id, purpose) where used_at is null;
create index one_time_tokens_by_session on one_time_tokens (session_id);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);

-- Links with readable details end here: invitations, which can be sent again, and steps of a sign-in.
insert into one_time_tokens (token_hash, purpose, user_id, customer_id, created_at, expires_at)
select token_hash, purpose, user_id, customer_id, created_at, expires_at
from one_time_links
where details = '{}' and used_at is null;

create table one_time_codes (
  -- Hash of whom the code is for, and of its purpose.
  subject_hash bytea primary key,
  -- A keyed hash of the digits, or the challenge that a passkey signs.
  secret bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
) with (fillfactor = 70);

drop table one_time_links;
drop table passable_tickets;
drop table recovery_requests;
drop table security_codes;
drop table passkey_challenges;

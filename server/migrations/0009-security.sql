-- Stronger ways in: passkeys, and authenticator apps as second factors.

create table passkeys (
  passkey_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- What the customer's devices know the person by: the same for all passkeys of one person, nothing to anybody else.
  user_handle bytea not null,
  -- As WebAuthn writes it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Its counter went back, so that a copy may be about: it signs nobody in any more.
  blocked_at timestamptz
) with (fillfactor = 70);

create index passkeys_by_user on passkeys (user_id);

-- What a device is asked to sign, until it has or has not: by hash of whom it was given to.
create table passkey_challenges (
  subject_hash bytea primary key,
  challenge text not null,
  expires_at timestamptz not null
);

-- The app that a person's codes come from (RFC 6238).
create table authenticators (
  user_id bigint primary key references users,
  secret_sealed bytea not null,
  -- The time step of the last code that was taken; neither it nor an earlier one is taken again.
  last_step bigint not null,
  confirmed_at timestamptz not null
) with (fillfactor = 70);

-- Apps that are being set up: nothing is asked of them until they have shown a first code.
create table authenticator_setups (
  session_id bigint primary key references sessions on delete cascade,
  secret_sealed bytea not null,
  expires_at timestamptz not null
);

-- For who has lost the app: each good once. The first character of a code is its slot, the rest is hashed by argon2id.
create table recovery_codes (
  user_id bigint not null references users,
  slot text not null,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, slot)
);

alter table sessions
  -- When the password was entered, or single sign-on asked for it, as far as this session knows.
  add column password_entered_at timestamptz,
  -- The app whose token opened it: forgetting the app ends it.
  add column app_device_hash bytea;

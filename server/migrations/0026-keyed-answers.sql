-- Answers of calls that a client made under a key of its own: the same key again gets the same answer.
create table keyed_answers (
  -- Covers caller, call and key; the key itself is not kept.
  key_hash bytea primary key,
  -- Keyed, for the request may hold a password.
  request_fingerprint bytea not null,
  -- Of the process that works on it; null once there is an answer.
  claimed_until timestamptz,
  status smallint,
  answer jsonb,
  expires_at timestamptz not null,
  check ((status is null) = (answer is null)),
  check ((status is null) <> (claimed_until is null))
);

create index keyed_answers_by_expiry on keyed_answers (expires_at);

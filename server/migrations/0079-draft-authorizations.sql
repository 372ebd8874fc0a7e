-- What customers authorized by submitting a bank draft without an agreement of its own: the words they were shown, and
-- what they were for. The Nacha rules want this kept for two years after the payment; here it stays.
create table draft_authorizations (
  authorization_id bigint generated always as identity primary key,
  -- The payment, or the recurring payment.
  authorized uuid not null,
  user_id bigint not null references users,
  customer_id text not null,
  words text not null,
  -- Null for the amount due, which varies.
  total_cents bigint,
  -- The first of a recurring payment's days.
  pay_on date not null,
  last_four text not null,
  authorized_at timestamptz not null,
  ip_address text not null
);

create index draft_authorizations_by_payment on draft_authorizations (authorized);

create trigger draft_authorizations_are_append_only
  before update or delete on draft_authorizations
  for each row execute function refuse_change();

create trigger draft_authorizations_cannot_be_emptied
  before truncate on draft_authorizations
  for each statement execute function refuse_change();

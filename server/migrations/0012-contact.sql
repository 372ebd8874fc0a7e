-- What customers and visitors write to the institution, and the captchas that let them.

create table contact_messages (
  message_id bigint generated always as identity primary key,
  message_type text not null check (message_type in ('Question', 'Feedback')),
  -- Of a customer who was signed in; visitors only say who they are.
  user_id bigint references users,
  name text not null,
  email_address text not null,
  branch text not null,
  subject text not null,
  -- Without card numbers and SSNs, whoever wrote them.
  message text not null,
  -- Of feedback: the choice, and which of the answers to what is asked then.
  answer_type text check (answer_type in ('Good', 'CouldBeBetter')),
  reason smallint check (reason between 1 and 5),
  user_agent text not null,
  ip_address text not null,
  received_at timestamptz not null
);

create index contact_messages_by_time on contact_messages (received_at);

-- A solved puzzle counts once, until it could not be used anyway.
create table used_captchas (
  -- The signature of the puzzle.
  signature bytea primary key,
  expires_at timestamptz not null
);

-- The institution answers a message by replying to the mail that brought it.
alter table outbox_messages add column reply_to text not null default '';

-- Messages leave through here: written in the transaction of what they tell, sent by a job.

create table outbox_messages (
  message_id bigint generated always as identity primary key,
  -- What it tells and of what, e.g. receipt-42; the same thing is told once.
  occasion text not null unique,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null
);

create index outbox_messages_to_send on outbox_messages (next_attempt_at, message_id) where sent_at is null;

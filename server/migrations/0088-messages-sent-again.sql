alter table outbox_messages
  -- Whether its words are kept after it left, so that staff can send it again. Null: written before this was asked.
  add column may_resend boolean,
  -- The mail server or the text gateway refused it for good at the last attempt.
  add column refused_for_good boolean not null default false,
  -- Whose preferences apply to it.
  add column user_id bigint;

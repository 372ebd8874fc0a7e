-- Messages wait with codes and links in them: what they say is sealed with the field key.

alter table outbox_messages
  alter column body set default '',
  -- Body and HTML, sealed for the occasion; null once the message is sent, and of messages from before.
  add column words_sealed bytea,
  -- A code or link is of no use afterwards, and the message is not sent any more.
  add column expires_at timestamptz;

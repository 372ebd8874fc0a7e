-- The reference under which the log tells why a message could not be sent, so that the customer who waits for it can quote it.
alter table outbox_messages add column trouble_reference text;

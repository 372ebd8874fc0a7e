-- The customer whose address of today a waiting message goes to; null where the address is what matters, as for codes
-- and for warnings to a former address.
alter table outbox_messages add column customer_id text;
create index outbox_messages_waiting_by_customer on outbox_messages (customer_id) where sent_at is null;

-- For the report of messages by day.
create index customer_messages_by_time on conversation_entries (written_at) where kind = 'customer';

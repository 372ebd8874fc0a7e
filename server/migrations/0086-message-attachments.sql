-- Files that customers and staff attach to messages.

alter table documents
  -- Attached to a message, or about to be. Listed with the message, never among the customer's documents.
  add column for_message boolean not null default false,
  -- Null until the message is sent, and again once it was deleted. A sweep removes such a file after a day.
  add column entry_id bigint references conversation_entries on delete set null,
  -- Of the staff; null for a customer's file.
  add column attached_by bigint references staff,
  add constraint documents_of_messages check (
    (entry_id is null and attached_by is null) or for_message
  ),
  add constraint documents_of_messages_alone check (
    not for_message or (account_number is null and application_number is null and review is null)
  );

create index documents_by_entry on documents (entry_id) where entry_id is not null;
create index documents_not_sent on documents (uploaded_at) where for_message and entry_id is null;
create index documents_by_attached_name on documents
  using gin (to_tsvector('simple', translate(display_name, '._-', '   '))) where for_message;

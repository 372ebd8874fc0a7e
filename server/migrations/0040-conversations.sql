-- Messages in both directions between customers or visitors and the institution.

create table conversations (
  conversation_id bigint generated always as identity primary key,
  -- Null: a visitor, who is answered by email.
  customer_id text,
  writer_name text not null,
  -- As given in the contact form; empty if none was.
  writer_email text not null,
  -- Empty until someone names one.
  topic text not null default '',
  subject text not null,
  state text not null check (state in ('new', 'open', 'waiting', 'closed')),
  assigned_to bigint references staff,
  began_at timestamptz not null,
  -- The last message in either direction.
  changed_at timestamptz not null,
  first_answered_at timestamptz,
  -- The last entry that the customer has seen in the portal.
  seen_entry_id bigint not null default 0
);

create index conversations_by_state on conversations (state, changed_at, conversation_id);
create index conversations_by_customer on conversations (customer_id, changed_at) where customer_id is not null;
create index conversations_by_words on conversations using gin (to_tsvector('simple', subject || ' ' || writer_name));

create table conversation_entries (
  entry_id bigint generated always as identity primary key,
  conversation_id bigint not null references conversations on delete cascade,
  -- A note is for staff only.
  kind text not null check (kind in ('customer', 'staff', 'note')),
  -- The login that wrote it; null for visitors and staff.
  user_id bigint references users,
  staff_id bigint references staff,
  text text not null,
  -- If it came by the contact form.
  contact_message_id bigint references contact_messages on delete set null,
  written_at timestamptz not null,
  check ((kind = 'customer') = (staff_id is null))
);

create index conversation_entries_by_conversation on conversation_entries (conversation_id, entry_id);
create index conversation_entries_by_form on conversation_entries (contact_message_id)
  where contact_message_id is not null;
create index conversation_entries_by_words on conversation_entries using gin (to_tsvector('english', text));

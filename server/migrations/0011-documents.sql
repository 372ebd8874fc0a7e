-- Documents of customers, their accounts and their applications. What they hold is kept
-- outside of the database, under `storage_name`.
create table documents (
  document_id uuid primary key,
  customer_id text not null,
  -- Of an account, of an application, or with neither of the customer.
  account_number text,
  application_number text,
  upload_number smallint,
  display_name text not null,
  format text not null check (format in ('PDF', 'PNG', 'JPEG', 'DOC', 'DOCX')),
  -- What the customer says it is, in the words of that day.
  file_type text not null,
  bytes integer not null check (bytes > 0),
  sha256 bytea not null,
  storage_name text not null unique,
  -- Nobody: the institution put it there.
  uploaded_by bigint references users,
  uploaded_at timestamptz not null,
  -- Nothing yet: the file is on its way, or the process that brought it has died.
  stored_at timestamptz,
  check (account_number is null or application_number is null),
  check ((application_number is null) = (upload_number is null))
);

create index documents_by_account on documents (account_number, uploaded_at) where account_number is not null;
create index documents_by_application on documents (application_number, uploaded_at) where application_number is not null;
-- Those of the customer alone as well as all there are, wherever they belong.
create index documents_by_customer on documents (customer_id, uploaded_at);
create index documents_on_their_way on documents (uploaded_at) where stored_at is null;

-- Customers send requests with forms of the institution. Staff decide them as they decide changes of contact information,
-- so both are in one table.

alter table contact_change_requests rename to customer_requests;
alter index contact_change_requests_by_customer rename to customer_requests_by_customer;
alter index contact_change_requests_open rename to customer_requests_open;

alter table customer_requests
  -- The institution's key of the form; null for a change of contact information.
  add column form_key text,
  -- The account that the form is about; the details have its words and answers.
  add column account_number text,
  -- What staff answered; encrypted.
  add column answer_sealed bytea,
  add column withdrawn_at timestamptz,
  -- When the customer saw the answer in the portal.
  add column seen_at timestamptz,
  drop constraint contact_change_requests_status_check,
  add constraint customer_requests_status_check
    check (status in ('byHand', 'open', 'approved', 'declined', 'withdrawn')),
  add check ((status = 'withdrawn') = (withdrawn_at is not null)),
  add check (account_number is null or form_key is not null);

-- The same is asked for once, also in two windows at the same moment.
create unique index customer_requests_open_once on customer_requests (customer_id, form_key, account_number)
  where status = 'open' and account_number is not null;

create index customer_requests_of_account on customer_requests (account_number)
  where status = 'open' and account_number is not null;

alter table documents
  -- For a file that belongs to a request: the key of its form. Staff review it with the request.
  add column form_key text,
  -- Null until the request is sent, and again when the request is deleted; the file is then removed after a day.
  add column request_id bigint references customer_requests on delete set null,
  add check (request_id is null or form_key is not null);

create index documents_of_request on documents (request_id) where request_id is not null;
create index documents_without_request on documents (uploaded_at) where form_key is not null and request_id is null;

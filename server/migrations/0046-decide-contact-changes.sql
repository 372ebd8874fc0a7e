-- Staff decide requests to change contact information at the desk.

alter table contact_change_requests
  -- Requests from before went by email alone; what became of them is not known here.
  add column status text not null default 'byHand' check (status in ('byHand', 'open', 'approved', 'declined')),
  add column decided_by bigint references staff,
  add column decided_at timestamptz,
  add check ((status in ('approved', 'declined')) = (decided_at is not null));

alter table contact_change_requests alter column status set default 'open';

create index contact_change_requests_open on contact_change_requests (requested_at) where status = 'open';

-- Staff review what customers upload.

alter table documents
  -- Whether a scanner found it clean; null for files from before this was kept.
  add column scanned boolean,
  -- Null for the institution's own documents and for uploads from before.
  add column review text check (review in ('waiting', 'accepted', 'declined')),
  add column reviewed_by bigint references staff,
  add column reviewed_at timestamptz;

create index documents_to_review on documents (uploaded_at) where review = 'waiting' and stored_at is not null;

-- Sessions in which staff see the portal as a customer does. They change nothing and end by themselves.

alter table sessions
  add column viewed_by bigint references staff,
  add column view_ends_at timestamptz,
  add check ((viewed_by is null) = (view_ends_at is null));

create index sessions_by_viewer on sessions (viewed_by) where viewed_by is not null and ended_at is null;

-- Nothing is asked of the host inside a transaction: it may be another system, which no lock of ours should wait for.

-- What is decided on figures of the host is locked here, by account or customer.
create table change_guards (
  subject text primary key,
  -- Goes up with every change that makes earlier figures of the host outdated.
  version bigint not null default 0
);

-- What the portal has committed and the host is told right afterwards, or by a job when the process died in between.
create table host_tasks (
  task_id bigint generated always as identity primary key,
  -- Tasks of one subject are done in their order.
  subject text not null,
  seal_identity uuid not null,
  task_sealed bytea not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now()
);

create index host_tasks_by_subject on host_tasks (subject, task_id);

-- A new application that is handed in again, after an answer was lost, is the same one.
alter table applications add column request_key text unique;

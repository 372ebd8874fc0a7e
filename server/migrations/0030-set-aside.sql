-- A card was charged and the core refuses to post the payment: the operator applies or refunds it.
alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check check (
  state in (
    'created', 'submitting', 'posted', 'declined', 'unknown', 'unapplied', 'refunded', 'scheduled', 'cancelled', 'returned'
  )
);
alter table payments add column unapplied_reason text;
alter table payments add constraint unapplied_with_reason check ((state = 'unapplied') = (unapplied_reason is not null));
create index unapplied_payments on payments (account_number, state_since) where state = 'unapplied';

-- The core refused the task for good; later tasks of its subject don't wait for it.
alter table host_tasks add column set_aside_at timestamptz;
alter table host_tasks add column set_aside_reason text;
alter table host_tasks add constraint set_aside_with_reason check ((set_aside_at is null) = (set_aside_reason is null));

-- A payment whose money a transfer posts to another loan, because staff moved it there.
alter table transfers add column moves_payment_id text;
create index transfers_by_moved_payment on transfers (moves_payment_id) where moves_payment_id is not null;

-- Payments that were posted to the wrong loan and moved to the right one. The books have both transfers, this why.
create table payment_moves (
  move_id uuid primary key,
  -- As in the books: a payment of the portal, or money that staff received.
  payment_id text not null,
  from_customer_id text not null,
  from_account_number text not null,
  to_customer_id text not null,
  to_account_number text not null,
  amount_cents bigint not null check (amount_cents > 0),
  effective_on date not null,
  reason text not null,
  moved_by text not null,
  moved_at timestamptz not null,
  check (from_account_number <> to_account_number)
);

create index payment_moves_by_payment on payment_moves (payment_id, moved_at);
create index payment_moves_by_giver on payment_moves (from_customer_id, moved_at desc);
create index payment_moves_by_taker on payment_moves (to_customer_id, moved_at desc);

-- Received money that was moved counts on its new loan, under a row of its own.
alter table received_payments add column moved_at timestamptz;
alter table received_payments add column moved_from uuid references received_payments;
alter table received_payments add constraint moved_or_taken_back check (moved_at is null or taken_back_at is null);
drop index received_once;
create unique index received_once on received_payments (account_number, means, reference)
  where taken_back_at is null and moved_at is null;

-- The amount that was announced for `announced_for`, null where it is the agreed one: no more is drawn than was announced.
alter table recurring_payments add column announced_cents bigint check (announced_cents > 0);

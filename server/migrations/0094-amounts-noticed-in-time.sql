-- The most that the customer was told of at least ten days before `noticed_for`, with fees. It outlives a change of the
-- recurring payment, and the last payment of a weekly one is told two weeks ahead.
alter table recurring_payments
  add column noticed_for date,
  add column noticed_cents bigint check (noticed_cents > 0),
  add constraint recurring_payments_noticed check ((noticed_for is null) = (noticed_cents is null));

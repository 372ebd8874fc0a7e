-- The most that the customer was told of at least ten days before `noticed_for`, with fees. It outlives a change of the
-- recurring payment, and the last payment of a weekly one is told two weeks ahead.
alter table recurring_payments
  add column noticed_for date,
  add column noticed_cents bigint check (noticed_cents > 0),
  add constraint recurring_payments_noticed check ((noticed_for is null) = (noticed_cents is null));

-- What was told in time before now.
update recurring_payments
set noticed_for = run_on, noticed_cents = announced_cents + first_party_fee_cents + third_party_fee_cents
where state = 'active' and announced_for = run_on and announced_cents > 0
  and exists (
    select from recurring_events
    where recurring_events.recurring_id = recurring_payments.recurring_id
      and event = 'announced' and occurs_on = next_on and recorded_at < run_on - 9
  );

-- A payment that comes back may open a loan again whose recurring payment ended with it.
create index recurring_payments_by_ended_loan on recurring_payments (account_number)
  where state in ('active', 'finished');

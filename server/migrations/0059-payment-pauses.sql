-- Planned payments of a loan that a hold code stops, from the moment the customer was told until they were told that
-- payments go on.
create table payment_pauses (
  pause_id uuid primary key,
  account_number text not null,
  customer_id text not null,
  -- The types of payment that are stopped.
  methods text[] not null check (cardinality(methods) > 0 and methods <@ array['Card', 'ACH']),
  hold_code text not null,
  began_at timestamptz not null,
  ended_at timestamptz
);

create unique index one_open_pause_per_account on payment_pauses (account_number) where ended_at is null;

-- 'onHold': the payment of that day was left out, because a hold code stopped it. Older rows meet the wider rule.
alter table recurring_events drop constraint recurring_events_event_check;
alter table recurring_events add constraint recurring_events_event_check check (
  event in ('created', 'edited', 'skipped', 'notDue', 'onHold', 'announced', 'failed', 'stopped', 'cancelled', 'finished')
) not valid;

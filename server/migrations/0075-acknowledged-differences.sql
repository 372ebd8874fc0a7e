-- Differences of a closed day that someone has explained. They stay listed, but raise no alarm any more.
alter table business_days
  add column acknowledged_at timestamptz,
  add column acknowledged_by text,
  add column acknowledged_reason text,
  add constraint acknowledged_once check (
    (acknowledged_at is null) = (acknowledged_by is null)
    and (acknowledged_at is null) = (acknowledged_reason is null)
    and (acknowledged_at is null or reconciled_at is not null)
  );

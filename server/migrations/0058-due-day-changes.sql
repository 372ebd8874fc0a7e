-- How a loan was billed before its due day changed, oldest first: the former due day and maturity, the first installment
-- on the new day, and when it was due before. On the loan's row, because every figure of a loan reads its schedule.
alter table loans add column former_schedules jsonb not null default '[]' check (jsonb_typeof(former_schedules) = 'array');

-- A change of terms is an entry of its loan that moves nothing. Older rows meet the stricter rule.
alter table postings drop constraint postings_amount_cents_check;
alter table postings add constraint postings_amount_cents_check
  check (amount_cents <> 0 or account_id is not null) not valid;

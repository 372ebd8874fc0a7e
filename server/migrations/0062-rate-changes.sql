-- The rate and installment of a loan before its rate changed, oldest first: the former rate, the day from which the next
-- one counts, the former installment, and the first installment of the next amount.
alter table loans add column former_terms jsonb not null default '[]' check (jsonb_typeof(former_terms) = 'array');

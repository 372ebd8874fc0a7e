-- What the former system recovered of a loan that was charged off there: principal and charges, before the books began.
alter table loan_openings add column recovered_cents bigint check (recovered_cents >= 0);

-- The day through which a core's file gave an account's figures; null where these books keep them.
alter table accounts add column figures_as_of date;

-- The day through which the figures of an opening count, where a core's files replace them; null for the day the books began.
alter table loan_openings add column figures_on date;

insert into ledger_accounts (ledger_code, name, normal_side) values (3020, 'Balance updates', 'credit');

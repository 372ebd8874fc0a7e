-- Loans that the institution no longer expects to be repaid: since when, and what was owed then, with interest. The
-- customer still owes it, so the balances stay; in the general ledger a contra account takes them off the assets.
alter table loans
  add column charged_off_on date,
  add column charged_off_cents bigint check (charged_off_cents > 0),
  add constraint charge_off_has_an_amount check ((charged_off_on is null) = (charged_off_cents is null));

insert into ledger_accounts (ledger_code, name, normal_side) values
  (1190, 'Charged-off loans', 'credit'),
  (4050, 'Recoveries of charged-off loans', 'credit'),
  (5020, 'Loan losses', 'debit');

-- A payment that goes to principal only has no other amount.
alter table payments drop constraint payments_amount_cents_check;
alter table payments add constraint payments_amount_cents_check
  check (amount_cents > 0 or (amount_cents = 0 and additional_principal_cents > 0));

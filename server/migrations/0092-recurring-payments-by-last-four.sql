-- A bank's notice of a changed account number finds the recurring payments that draw on it.
create index recurring_payments_by_last_four on recurring_payments (last_four) where state = 'active';

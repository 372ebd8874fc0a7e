-- Mails go to the address that the customer has when they are made.
alter table payments drop column receipt_to;
alter table recurring_payments drop column receipt_to;

-- A card payment that the customer has to confirm at their bank (3-D Secure) before anything is charged.
alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check check (
  state in (
    'created', 'submitting', 'confirming', 'posted', 'declined', 'unknown', 'unapplied', 'refunded', 'scheduled',
    'cancelled', 'returned'
  )
);
-- The processor's page for the confirmation.
alter table payments add column confirmation_url text;
alter table payments add constraint confirming_with_page check ((state = 'confirming') = (confirmation_url is not null));

-- While it waits, its outcome is asked for like that of an unknown one, and the loan takes no other payment.
do $$
declare found_name text;
begin
  select conname into strict found_name from pg_constraint
    where conrelid = 'payments'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%leased_until IS NOT NULL%';
  execute format('alter table payments drop constraint %I', found_name);
end $$;
alter table payments add constraint leased_while_unsettled check (
  (state in ('submitting', 'confirming', 'unknown')) = (leased_until is not null)
);
drop index unsettled_payments;
create index unsettled_payments on payments (leased_until, payment_id)
  where state in ('submitting', 'confirming', 'unknown');
drop index one_unsettled_payment_per_account;
create unique index one_unsettled_payment_per_account on payments (account_number)
  where state in ('submitting', 'confirming', 'unknown');

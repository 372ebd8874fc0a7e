-- An amount that is not known is null. Zero was written for it before.
alter table applications alter column amount_requested_cents drop not null;
alter table applications alter column amount_approved_cents drop not null;
alter table applications alter column amount_approved_cents drop default;
update applications set amount_requested_cents = null where amount_requested_cents = 0;
update applications set amount_approved_cents = null where amount_approved_cents = 0;

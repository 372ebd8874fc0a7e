-- Name, email address and branch as the core gave them at sign-in, sealed: a page opened anew while the core doesn't
-- answer still knows whose it is.
alter table sessions add column customer_sealed bytea;

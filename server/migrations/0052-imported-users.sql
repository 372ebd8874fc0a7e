-- False for a customer whose payment methods or recurring payments came from a former system, and who has no login yet:
-- no one can sign in, and whoever opens the customer's login takes the row over.
alter table users add column opened boolean not null default true;

create unique index users_not_opened on users (customer_id) where not opened;

-- Until then, someone who signs in with a passkey may come over to the identity provider with the same address.
alter table staff add column may_link_until timestamptz;

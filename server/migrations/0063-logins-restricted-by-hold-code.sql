-- The hold code of the customer that restricted the login. Lifting it opens these logins, not those that staff
-- restricted for another reason.
alter table users add column restricted_by_code text check (restricted_by_code is null or restricted);

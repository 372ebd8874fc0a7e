-- The day whose file gave an account's description, rate and hold code. A loan's figures come from another file, so
-- their day can't tell whether a file of accounts is older.
alter table accounts add column described_as_of date;

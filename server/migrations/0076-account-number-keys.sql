-- Customers type account numbers with or without dashes, and in small letters; see accountNumberKey.
create index accounts_by_number_key on accounts (upper(regexp_replace(account_number, '[-[:space:]]', '', 'g')));

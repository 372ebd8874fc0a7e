-- In the order in which customers are listed, so that the one with an address is never looked for by walking them all.
drop index customers_by_email;
create index customers_by_email on customers (lower(email_address), customer_id) where email_address <> '';

-- Every search by the end of a Social Security number first asks whether all of them are indexed.
create index customers_without_ssn_ending on customers (customer_id)
  where ssn_sealed is not null and ssn_ending_index is null;

-- What is known of a loan from before it came onto these books. Null: not known, which is not zero.
create table loan_openings (
  account_id bigint primary key references loans,
  -- The day the books of the loan begin; its year counts as this year below.
  began_on date not null,
  interest_this_year_cents bigint check (interest_this_year_cents >= 0),
  interest_last_year_cents bigint check (interest_last_year_cents >= 0),
  fees_this_year_cents bigint check (fees_this_year_cents >= 0),
  paid_principal_cents bigint check (paid_principal_cents >= 0),
  paid_interest_cents bigint check (paid_interest_cents >= 0),
  paid_fees_cents bigint check (paid_fees_cents >= 0),
  last_paid_on date,
  last_paid_cents bigint check (last_paid_cents > 0),
  check ((last_paid_on is null) = (last_paid_cents is null))
);

-- Loans that came onto the books before this table did.
insert into loan_openings (account_id, began_on)
select postings.account_id, min(transfers.effective_on)
from transfers join postings using (transfer_id) join loans on loans.account_id = postings.account_id
where transfers.description = 'Opening balance'
group by postings.account_id;

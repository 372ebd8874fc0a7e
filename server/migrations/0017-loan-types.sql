-- What the institution calls a kind of loan, such as AUTO-ME: its late charges may have a policy of their own.
alter table loans add column loan_type text not null default '';

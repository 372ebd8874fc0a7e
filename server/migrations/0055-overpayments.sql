-- Money beyond what a loan owed belongs to its customer: the ledger now says which loan it came for. Its lines had no
-- account, so a payment that was an overpayment as a whole was on no loan, and its return could not be posted.
alter table postings disable trigger postings_are_immutable;

update postings as overpaid
set account_id = coalesce(
  (select max(account_id) from postings as line where line.transfer_id = overpaid.transfer_id),
  (select account_id from accounts join payments using (account_number)
    join transfers on transfers.payment_id = payments.payment_id::text
    where transfers.transfer_id = overpaid.transfer_id))
where ledger_code = 2020 and account_id is null;

alter table postings enable trigger postings_are_immutable;

create index overpaid_loans on postings (account_id) where ledger_code = 2020;

-- What the ledger's accounts came to at the end of a day, so that a trial balance needn't add up all postings ever made.
-- Only a cache: what it was made of can be read again at any time.
create table ledger_closings (
  through_on date primary key,
  -- The end of that day, where the institution is.
  until timestamptz not null,
  -- Cents by account, debits positive; null while a transaction may still be posting to the day.
  balances jsonb
);

create index transfers_by_posting_time on transfers (posted_at);

-- A posting that a task made late, with the time at which it was decided, belongs to a day that is over.
create function forget_later_closings() returns trigger language plpgsql as $$
begin
  delete from ledger_closings where until > (select min(posted_at) from added);
  return null;
end;
$$;

create trigger late_transfers_change_closings
  after insert on transfers referencing new table as added
  for each statement execute function forget_later_closings();

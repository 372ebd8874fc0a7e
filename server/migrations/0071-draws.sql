-- A draw on a line of credit leaves as an overpayment does that goes back: by check, by wire, or with the bank file.
alter table payouts add column purpose text not null default 'overpayment' check (purpose in ('overpayment', 'draw'));

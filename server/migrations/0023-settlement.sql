-- Money that was drawn or charged moves from clearing to cash when it settles, once for each key.
alter table transfers add column settlement_key text;
create unique index transfers_by_settlement on transfers (settlement_key) where settlement_key is not null;

-- What has settled: `file:7` a bank file, `return:12` an entry that came back, `cards:2026-11-23` a day's card charges.
create table clearing_settlements (
  settlement_key text primary key,
  amount_cents bigint not null check (amount_cents > 0),
  settled_on date not null,
  settled_at timestamptz not null
);

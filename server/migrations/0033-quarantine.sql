-- Since when this is a restored copy that no operator has released.
alter table operating_state add column quarantined_since timestamptz;

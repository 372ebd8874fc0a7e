-- A known text sealed with the field key, so that a lost or wrong key is found at the start.

alter table operating_state add column field_key_check bytea;

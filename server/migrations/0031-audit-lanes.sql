-- The audit log is several chains, so writers rarely wait for each other. Entries are authenticated with a key.
create table audit_keys (
  key_id smallint primary key,
  -- Sealed with the field key.
  key_sealed bytea not null
);

create table audit_lanes (
  lane smallint primary key,
  -- Of the lane's newest entry.
  head bytea not null
) with (fillfactor = 20);

insert into audit_lanes (lane, head)
select lane, decode(repeat('00', 32), 'hex') from generate_series(0, 15) as lane;

-- Earlier entries are the beginning of lane 0; they were chained without a key.
update audit_lanes set head = (select hash from audit_log order by audit_id desc limit 1)
where lane = 0 and exists (select from audit_log);

alter table audit_log add column lane smallint not null default 0;
alter table audit_log alter column lane drop default;
alter table audit_log add column key_id smallint;
alter table audit_log rename column hash to head;
alter table audit_log rename column previous_hash to previous_head;

-- Towns with the middle of their ZIP codes, for the map of the branches. Filled together with the codes.
create table towns (
  city text not null,
  state text not null,
  latitude double precision not null,
  longitude double precision not null,
  -- How many ZIP codes it has: larger towns are named first.
  zip_codes integer not null,
  primary key (city, state)
);

create index towns_by_latitude on towns (latitude);

insert into towns
select city, state, avg(latitude), avg(longitude), count(*) from postal_codes group by city, state;

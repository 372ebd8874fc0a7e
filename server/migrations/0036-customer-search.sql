-- Finding customers at the desk: by the words of their name with a typing mistake, by phone, and by the last four
-- digits of the Social Security number. Plain tables instead of an extension, which not every database may install.

alter table customers add column ssn_ending_index bytea;

create index customers_by_ssn_ending on customers (ssn_ending_index) where ssn_ending_index is not null;
create index customers_by_phone on customers (phone) where phone <> '';
create index customers_by_second_phone on customers (second_phone) where second_phone <> '';

-- One row for each word of a customer's name.
create table customer_name_words (
  word text collate "C" not null,
  customer_id text not null references customers,
  primary key (word, customer_id)
);

-- Every word as it is, and with each one of its letters left out. Two words share a spelling if one letter of either
-- is missing, wrong, or swapped with its neighbor.
create table name_spellings (
  spelling text collate "C" not null,
  word text collate "C" not null,
  primary key (spelling, word)
);

-- Lower case without accents and apostrophes; words are separated by one space.
create function plain_name(name text) returns text language sql immutable as $$
  select trim(regexp_replace(
    regexp_replace(lower(normalize(name, NFKD)), '[\u0300-\u036f''’]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Short words have no room for a mistake.
create function spellings_of(word text) returns setof text language sql immutable as $$
  select word
  union
  select left(word, place - 1) || substr(word, place + 1)
  from generate_series(1, length(word)) as place
  where length(word) between 4 and 40
$$;

-- After each statement that adds customers, for all of them at once.
create function index_customer_names() returns trigger language plpgsql as $$
begin
  insert into customer_name_words (word, customer_id)
  select distinct words.word, added.customer_id
  from added, regexp_split_to_table(
    plain_name(added.first_name || ' ' || added.last_name || ' ' || added.company_name), ' ') as words (word)
  where words.word <> ''
  on conflict do nothing;

  insert into name_spellings (spelling, word)
  select spelling, fresh.word
  from (
    select distinct words.word
    from added, regexp_split_to_table(
      plain_name(added.first_name || ' ' || added.last_name || ' ' || added.company_name), ' ') as words (word)
    where words.word <> ''
      and not exists (select from name_spellings n where n.spelling = words.word and n.word = words.word)
  ) as fresh, spellings_of(fresh.word) as spelling
  on conflict do nothing;
  return null;
end
$$;

create trigger customers_are_indexed after insert on customers
  referencing new table as added for each statement execute function index_customer_names();

insert into customer_name_words (word, customer_id)
select distinct words.word, customers.customer_id
from customers, regexp_split_to_table(
  plain_name(first_name || ' ' || last_name || ' ' || company_name), ' ') as words (word)
where words.word <> '';

insert into name_spellings (spelling, word)
select spelling, known.word
from (select distinct word from customer_name_words) as known, spellings_of(known.word) as spelling;

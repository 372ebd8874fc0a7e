-- The keys of sealed fields and of keyed hashes, each wrapped with the field key of the configuration.
create table field_keys (
  -- 0: what sealed before keys had ids, without naming a key.
  key_id smallint primary key,
  kind text not null check (kind in ('seal', 'index')),
  key_wrapped bytea not null,
  -- Every process has read a new key by then, so none meets what it can't open.
  active_from timestamptz not null default now(),
  -- Nothing is sealed with it any more.
  retired_at timestamptz
);

create unique index one_index_key on field_keys (kind) where kind = 'index';

-- A bank file never changes, but is sealed again when the key does; its hash proves that it is the same.
create function refuse_change_but_of_seal() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - 'content_sealed' = to_jsonb(new) - 'content_sealed' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end;
$$;

drop trigger ach_files_are_append_only on ach_files;

create trigger ach_files_are_append_only
  before delete on ach_files
  for each row execute function refuse_change();

create trigger ach_files_change_their_seal_only
  before update on ach_files
  for each row execute function refuse_change_but_of_seal();

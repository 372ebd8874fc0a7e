-- Whether a demonstration ever filled this database: its published password works there, so production refuses it.
alter table operating_state add column demonstration boolean not null default false;

update operating_state set demonstration = true
where exists (select from users where login_key = 'margaret.okafor') or clock_moved_seconds <> 0;

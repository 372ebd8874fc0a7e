-- Bank files that a second person has let someone download, each once.

create table bank_file_releases (
  work_item_id bigint primary key references work_items,
  business_on date not null,
  released_at timestamptz not null,
  downloaded_at timestamptz
);

create index bank_file_releases_by_day on bank_file_releases (business_on);

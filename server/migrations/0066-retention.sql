-- Devices that expired are deleted; the foreign key of sessions is checked for each.
create index sessions_by_device on sessions (device_id) where device_id is not null;

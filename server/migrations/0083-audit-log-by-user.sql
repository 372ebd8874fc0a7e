-- What customers did with their logins, for the desk's timeline.
create index audit_log_by_user on audit_log (user_id, audit_id) where user_id is not null;

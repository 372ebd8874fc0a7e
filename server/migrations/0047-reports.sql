-- For reports by day.

create index login_history_by_time on login_history (logged_in_at);
create index refused_sign_ins_by_time on audit_log (recorded_at) where event = 'sign-in-refused';
create index users_by_time on users (created_at);
create index payments_by_time on payments (created_at);
create index bank_notices_by_time on bank_notices (recorded_at);
create index conversations_by_time on conversations (began_at);

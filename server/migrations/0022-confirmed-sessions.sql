-- When a session last proved who uses it; sensitive changes ask for that again after some minutes.

alter table sessions add column identity_confirmed_at timestamptz;

#!/bin/sh
# Runs once, when the database is created: the role of servers and workers, which owns nothing.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/app_password)" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role passbook_app login password :'password';
SQL

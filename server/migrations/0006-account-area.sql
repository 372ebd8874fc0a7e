-- The signed-in account area: mailing addresses, insurances and applications on the books of the
-- embedded host; alerts of accounts; the cities of postal codes.

-- Where mail about a loan goes; without a row, to the customer's own address.
create table mailing_addresses (
  account_id bigint primary key references accounts,
  address1 text not null,
  city text not null,
  state text not null,
  zip text not null check (zip ~ '^\d{5}$'),
  changed_at timestamptz not null
);

-- Insurance sold with a loan. Covers: 1 the borrower alone, 2 borrowers jointly, 0 nobody in particular.
create table insurances (
  insurance_id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  insurance_type text not null,
  covers smallint not null default 0 check (covers in (0, 1, 2)),
  premium_cents bigint not null check (premium_cents >= 0)
);

create index insurances_by_account on insurances (account_id);

-- Applications for new loans and accounts.
create table applications (
  application_number text primary key,
  customer_id text not null references customers,
  status text not null,
  amount_requested_cents bigint not null check (amount_requested_cents >= 0),
  amount_approved_cents bigint not null default 0 check (amount_approved_cents >= 0),
  last_modified_at timestamptz not null,
  office text not null default '',
  funds_expected_on date,
  -- What the customer filled in, encrypted; null when it was filled in elsewhere.
  details_sealed bytea,
  -- The customer is told of this application once, at the next sign-in; an address of its own leads outside.
  notice_url text not null default '',
  notice_wanted boolean not null default false,
  notice_given_at timestamptz
);

create index applications_by_customer on applications (customer_id, last_modified_at);
create sequence application_numbers start 700001;

-- What a person wants to be told of an account; without a row, nothing.
create table account_alerts (
  user_id bigint not null references users,
  account_number text not null,
  -- Settings as the person left them, see AccountAlerts in common/accounts/rules/alerts.ts.
  settings jsonb not null,
  changed_at timestamptz not null,
  primary key (user_id, account_number)
);

-- The last day all alerts of which are on their way: one row, so that days the product was off are caught up.
create table alert_runs (
  only_row boolean primary key default true check (only_row),
  through_day date not null
);

-- Cities by postal code with their place on the map, from the GeoNames list; filled when first asked for.
create table postal_codes (
  zip text not null,
  city text not null,
  state text not null,
  latitude double precision not null,
  longitude double precision not null,
  primary key (zip, city)
);

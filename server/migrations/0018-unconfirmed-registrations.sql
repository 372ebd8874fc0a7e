-- Registrations by facts alone: the first sign-in asks for a code that is sent to where the customer was on file before.

create table unconfirmed_registrations (
  user_id bigint primary key references users,
  -- The address that was typed, where it is not the one on file: the code puts it there.
  new_email_address text not null default '',
  -- A code to the new address was typed during the registration.
  new_email_is_verified boolean not null default false,
  registered_at timestamptz not null
);

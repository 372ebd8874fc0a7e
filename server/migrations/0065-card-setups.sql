-- A card that its customer has to confirm at the bank (3-D Secure) before it is saved.
create table card_setups (
  setup_id text primary key,
  user_id bigint not null references users on delete cascade,
  card_token text not null,
  debit_credit text not null check (debit_credit in ('DebitCard', 'CreditCard')),
  confirmation_url text not null,
  created_at timestamptz not null
);
create index card_setups_in_order on card_setups (created_at);

-- When the card of a payment that is set up expires: the saved card may be deleted while payments go on drawing on it.
alter table payments add column card_expiration text;
alter table recurring_payments add column card_expiration text;

update payments set card_expiration = saved_cards.expiration from saved_cards
where payments.state = 'scheduled' and payments.card_token = saved_cards.card_token;
update recurring_payments set card_expiration = saved_cards.expiration from saved_cards
where recurring_payments.state = 'active' and recurring_payments.card_token = saved_cards.card_token;

-- One notice for each card and expiration, however many payments draw on it.
create table card_expiry_notices (
  user_id bigint not null,
  card_token text not null,
  card_expiration text not null,
  noticed_at timestamptz not null,
  primary key (user_id, card_token, card_expiration)
);

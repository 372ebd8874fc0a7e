-- Parts of card payments that went back to the card. The payment stays posted with the rest.
alter table payments add column refunded_cents bigint not null default 0;
-- The last part is the refund of the whole payment, which is another state. Holds for two sessions at once, too.
alter table payments add constraint refunded_in_part check (
  refunded_cents >= 0 and (refunded_cents = 0 or refunded_cents
    < amount_cents + additional_principal_cents + first_party_fee_cents + third_party_fee_cents)
);

create table card_refunds (
  refund_id uuid primary key,
  payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  refunded_by text not null,
  refunded_at timestamptz not null,
  -- Set once the card processor reported it.
  reported_at timestamptz,
  -- The processor's event that reported it: events repeat, and the same one reports no other part.
  reported_event text,
  unique (payment_id, reported_event)
);

create index card_refunds_by_payment on card_refunds (payment_id, refunded_at);
create index card_refunds_by_time on card_refunds (refunded_at);

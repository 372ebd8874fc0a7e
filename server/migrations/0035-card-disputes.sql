-- Cardholders' disputes (chargebacks) as the card processor reports them. Reports may repeat and overtake each other.
create table card_disputes (
  dispute_id text primary key,
  payment_id uuid not null references payments,
  state text not null check (state in ('opened', 'won', 'lost')),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  respond_by timestamptz,
  reported_at timestamptz not null
);
create index card_disputes_by_payment on card_disputes (payment_id);

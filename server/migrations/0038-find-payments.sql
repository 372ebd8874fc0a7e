-- Staff find payments by their total and by the last digits of the card or bank account.

create index payments_by_total on payments
  ((amount_cents + additional_principal_cents + first_party_fee_cents + third_party_fee_cents), created_at);
create index payments_by_last_four on payments (last_four, created_at);

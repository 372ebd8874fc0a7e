import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createEmptyDatabase } from '#tests/support/databases.ts';

const wholePayment = '5f0c1a52-8f27-4f3e-9a57-3d5d2a7c9b01';

let opened: OpenDatabase;

/** Books as they were before overpayments named their loan: one payment was too high, the next one was not owed at all. */
beforeAll(async () => {
  opened = await createEmptyDatabase();
  const { database } = opened;
  await migrate(database, '0054-customer-of-session');
  await sql`
    with customer as (
      insert into customers (customer_id, last_name) values ('400102', 'Li') returning customer_id
    ), person as (
      insert into users (login_name, login_key, password_hash, customer_id, created_at)
      values ('li.wei', 'li.wei', 'none', '400102', now()) returning user_id
    ), account as (
      insert into accounts (account_id, account_number, customer_id, type_code, description, opened_on)
      select 7, '101-000007-1', customer_id, 0, 'Auto loan', '2024-01-02' from customer returning account_id
    )
    insert into payments (payment_id, reference_number, user_id, customer_id, account_number, state, pay_on,
      amount_cents, additional_principal_cents, first_party_fee_cents, third_party_fee_cents, is_payoff, method_type,
      last_four, bank_name, bank_account_type, key_hash, request_fingerprint, created_at, state_since)
    select ${wholePayment}, 'AAAA-AAAA-AAAA', user_id, '400102', '101-000007-1', 'posted', '2026-11-02', 300, 0, 0, 0,
      false, 'ACH', '0001', 'Bank', 'Checking', '\\x01', '\\x01', now(), now()
    from person, account`.execute(database);
  await sql`
    with made as (
      insert into transfers (transfer_id, description, effective_on, posted_at, payment_id) values
        (1, 'Payment, E-Check', '2026-11-01', now(), 'another'), (2, 'Payment, E-Check', '2026-11-02', now(), ${wholePayment})
      returning transfer_id
    )
    insert into postings (transfer_id, line, ledger_code, account_id, amount_cents)
    select transfer_id, line, code, account, amount from made join (values
      (1, 1, 1030, null::bigint, 1000), (1, 2, 1110, 7, -800), (1, 3, 2020, null, -200),
      (2, 1, 1030, null, 300), (2, 2, 2020, null, -300)
    ) as lines (transfer_id, line, code, account, amount) using (transfer_id)`.execute(database);
  await migrate(database);
});

afterAll(() => opened.close());

it('former overpayments name the loan they came for', async () => {
  const { rows } = await sql`
    select transfer_id as transfer, account_id as account, amount_cents as cents from postings where ledger_code = 2020
    order by transfer_id`.execute(opened.database);
  expect(rows).toEqual([
    { transfer: 1, account: 7, cents: -200 },
    { transfer: 2, account: 7, cents: -300 },
  ]);
});

it('lines of the books still cannot be changed', async () => {
  await expect(
    sql`update postings set amount_cents = 1 where transfer_id = 1`.execute(opened.database),
  ).rejects.toThrow('append-only');
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createEmptyDatabase } from '#tests/support/databases.ts';

let opened: OpenDatabase;

/** A loan on the books before due days could change. */
beforeAll(async () => {
  opened = await createEmptyDatabase();
  const { database } = opened;
  await migrate(database, '0057-towns');
  await sql`
    with customer as (
      insert into customers (customer_id, last_name) values ('400102', 'Li') returning customer_id
    ), account as (
      insert into accounts (account_id, account_number, customer_id, type_code, description, opened_on)
      select 7, '101-000007-1', customer_id, 0, 'Auto loan', '2024-01-02' from customer returning account_id
    )
    insert into loans (account_id, original_amount_cents, billing_frequency, installment_cents, due_day, accrued_through)
    select account_id, 100000, 'Monthly', 10000, 5, '2026-11-01' from account`.execute(database);
  await migrate(database);
});

afterAll(() => opened.close());

it('a loan from before has always been billed as now', async () => {
  const { rows } = await sql`select due_day, former_schedules from loans`.execute(opened.database);
  expect(rows).toEqual([{ due_day: 5, former_schedules: [] }]);
});

const post = (account: number | null, cents: number) =>
  sql`
    with made as (
      insert into transfers (description, effective_on, posted_at) values ('Due date changed', '2026-11-21', now())
      returning transfer_id
    )
    insert into postings (transfer_id, line, ledger_code, account_id, amount_cents)
    select transfer_id, line, 1110, ${account}::bigint, ${cents}::bigint * case line when 1 then 1 else -1 end
    from made, generate_series(1, 2) as line`.execute(opened.database);

it('an entry of a loan may move nothing; a line of the institution may not', async () => {
  await post(7, 0);
  await post(7, 500);
  await expect(post(null, 0)).rejects.toThrow('postings_amount_cents_check');
});

it('a schedule is a list', async () => {
  await expect(sql`update loans set former_schedules = '{}'`.execute(opened.database)).rejects.toThrow('check');
});

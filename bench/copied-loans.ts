import { sealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { insertMany } from '#server/platform/db/insert-many.ts';
import type { Services } from '#server/services.ts';
import { numbers } from '#tests/faults/planner.ts';

const CHUNK = 100_000;

/** Copies the first customer of the crowd with a login and the loan, with numbers of their own from `first` + 1 on. */
export async function copyLoans(database: Database, first: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += CHUNK) {
    const chunk = Math.min(CHUNK, count - done);
    await inTransaction(database, (transaction) => copyChunk(transaction, first + done, chunk));
  }
}

async function copyChunk(transaction: Transaction, first: number, count: number): Promise<void> {
  const copies = sql`generate_series(${first + 1}::integer, ${first + count}::integer) as n`;
  await sql`
    insert into customers select copy.* from ${copies},
      customers as one,
      jsonb_populate_record(one, jsonb_build_object('customer_id', (800000 + n)::text)) as copy
    where one.customer_id = '700000'`.execute(transaction);
  await sql`
    insert into users (login_name, login_key, password_hash, customer_id, created_at)
    select 'copy.' || n, 'copy.' || n, 'none', (800000 + n)::text, now() from ${copies}`.execute(transaction);
  await sql`
    insert into accounts select copy.* from ${copies},
      accounts as one,
      jsonb_populate_record(one, jsonb_build_object('account_id', 1000000 + n, 'customer_id', (800000 + n)::text,
        'account_number', 'copy-' || n)) as copy
    where one.account_number = '101-100000-1'`.execute(transaction);
  await sql`
    insert into loans select copy.* from ${copies}, loans as one,
      jsonb_populate_record(one, jsonb_build_object('account_id', 1000000 + n)) as copy
    where one.account_id = (select account_id from accounts where account_number = '101-100000-1')`.execute(
    transaction,
  );
}

/** Schedules a payment by bank draft for today on each of these copies. */
export async function planPayments(services: Services, first: number, count: number): Promise<void> {
  const today = services.clock.today();
  await inTransaction(services.database, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      insert into payments (payment_id, reference_number, user_id, customer_id, account_number, state, pay_on,
        amount_cents, additional_principal_cents, first_party_fee_cents, third_party_fee_cents, is_payoff, timing,
        method_type, last_four, bank_name, bank_account_type, key_hash, request_fingerprint, created_at, state_since)
      select gen_random_uuid(), 'COPY-' || n, user_id, users.customer_id, 'copy-' || n, 'scheduled', ${today}::date,
        1500, 0, 0, 0, false, 'scheduled', 'ACH', '6354', 'Harbor', 'Checking', sha256(('key' || n)::bytea),
        sha256(('request' || n)::bytea), now(), now()
      from generate_series(${first + 1}::integer, ${first + count}::integer) as n
        join users on users.customer_id = (800000 + n)::text
      returning payment_id as id`.execute(transaction);
    await saveInstructions(services, transaction, rows);
  });
}

async function saveInstructions(
  services: Services,
  transaction: Transaction,
  payments: readonly { readonly id: string }[],
): Promise<void> {
  const columns = {
    instruction_id: 'uuid',
    owner_name: 'text',
    account_type: 'text',
    routing_number_sealed: 'bytea',
    account_number_sealed: 'bytea',
  };
  for (let start = 0; start < payments.length; start += 5_000) {
    const rows = payments.slice(start, start + 5_000).map(({ id }) => {
      const sealed = sealNumbers(services, numbers, `draft-instruction:${id}`);
      return {
        instruction_id: id,
        owner_name: numbers.ownerName,
        account_type: numbers.accountType,
        routing_number_sealed: sealed.routingNumberSealed,
        account_number_sealed: sealed.accountNumberSealed,
      };
    });
    await insertMany('draft_instructions', columns, rows).execute(transaction);
  }
}

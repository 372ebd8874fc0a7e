import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { compose } from '#server/compose.ts';
import { sealNumbers } from '#server/payments/methods/bank-account-numbers.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { insertMany } from '#server/platform/db/insert-many.ts';
import type { Services } from '#server/services.ts';
import { makeCrowd } from '#tests/faults/crowd.ts';
import { numbers } from '#tests/faults/planner.ts';
import { makeDatabase, type PostgresServer } from '#tests/support/postgres.ts';
import type { Figure } from './figure.ts';

const PAYMENTS = 50_000;

/** Made before, so that no table is empty. */
const EARLIER = 2_000;

/** Plain SQL writes as many rows in one transaction as a set of payments does. */
const PLAIN_SET = 200;

const BAR = 3;
const MEMORY_BAR_MB = 100;

/** Due bank payments, each of another customer, against plain SQL that writes the same rows in the same database. */
export async function measureDuePayments(postgres: PostgresServer): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bench-'));
  const { services, close } = await compose(
    readConfig({
      PASSBOOK_MODE: 'test',
      PASSBOOK_DATA: folder,
      PASSBOOK_LOG_LEVEL: 'silent',
      PASSBOOK_FIELD_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: await makeDatabase(postgres.url, 'passbook_bench_due'),
    }),
  );
  try {
    await makeCrowd(1, services);
    const run = () => runDuePayments(services, new AbortController().signal);
    // The database of an institution that has just begun plans its statements for empty tables.
    await plan(services, 0, EARLIER);
    await run();
    await plan(services, EARLIER, PAYMENTS);
    const memoryBefore = residentMb();
    const startedAt = performance.now();
    const made = await run();
    const setsMs = performance.now() - startedAt;
    const memoryGrown = residentMb() - memoryBefore;
    if (made !== PAYMENTS) throw new Error(`${made} of ${PAYMENTS} payments were made`);
    await assertAllPosted(services.database);
    await plan(services, EARLIER + PAYMENTS, PAYMENTS);
    const plainMs = await writePlainly(services.database);
    const ratio = setsMs / plainMs;
    return [
      {
        what: `${PAYMENTS} due bank payments, recorded, posted and receipted`,
        measured: `${ratio.toFixed(2)} times (${(setsMs / 1_000).toFixed(0)} s)`,
        bar: `≤ ${BAR} times`,
        met: ratio <= BAR,
        against: `plain SQL that writes the same rows in the same run: ${(plainMs / 1_000).toFixed(0)} s`,
      },
      {
        what: `${PAYMENTS} due bank payments, memory that the process grew by`,
        measured: `${memoryGrown.toFixed(0)} MB`,
        bar: `≤ ${MEMORY_BAR_MB} MB`,
        met: memoryGrown <= MEMORY_BAR_MB,
        against: '',
      },
    ];
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

function residentMb(): number {
  return process.memoryUsage().rss / 1_000_000;
}

/** Copies the first customer, the loan and a payment that is due today, with numbers of their own from `first` on. */
async function plan(services: Services, first: number, count: number): Promise<void> {
  const today = services.clock.today();
  await inTransaction(services.database, async (transaction) => {
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
      where one.account_id < 1000000`.execute(transaction);
    const { rows } = await sql<{ id: string }>`
      insert into payments (payment_id, reference_number, user_id, customer_id, account_number, state, pay_on,
        amount_cents, additional_principal_cents, first_party_fee_cents, third_party_fee_cents, is_payoff, timing,
        method_type, last_four, bank_name, bank_account_type, key_hash, request_fingerprint, created_at, state_since)
      select gen_random_uuid(), 'COPY-' || n, user_id, users.customer_id, 'copy-' || n, 'scheduled', ${today}::date,
        1500, 0, 0, 0, false, 'scheduled', 'ACH', '6354', 'Harbor', 'Checking', sha256(('key' || n)::bytea),
        sha256(('request' || n)::bytea), now(), now()
      from ${copies} join users on users.customer_id = (800000 + n)::text
      returning payment_id as id`.execute(transaction);
    await saveInstructions(services, transaction, rows);
  });
  await sql`analyze`.execute(services.database);
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

async function assertAllPosted(database: Database): Promise<void> {
  const { rows } = await sql<{ payments: number; receipts: number; transfers: number }>`
    select (select count(*) from payments where state = 'posted') as payments,
      (select count(*) from outbox_messages) as receipts,
      (select count(*) from transfers where payment_id is not null) as transfers`.execute(database);
  const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => count !== EARLIER + PAYMENTS);
  if (wrong.length > 0) throw new Error(`Not all of them: ${JSON.stringify(wrong)}`);
}

/** Writes what the payments above wrote, without deciding or computing anything. Returns the milliseconds. */
async function writePlainly(database: Database): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const written = await inTransaction(database, writePlainSet);
    if (written === 0) return performance.now() - startedAt;
  }
}

async function writePlainSet(transaction: Transaction): Promise<number> {
  const { rows } = await sql<{ ids: string[] | null }>`
    with due as (
      update payments set claimed_until = now() where payment_id in (
        select payment_id from payments where state = 'scheduled' limit ${PLAIN_SET} for update)
      returning payment_id
    ) select array_agg(payment_id) as ids from due`.execute(transaction);
  const ids = rows[0]?.ids ?? [];
  if (ids.length === 0) return 0;
  const ofSet = sql`payment_id = any(${ids}::uuid[])`;
  const mail = randomBytes(2_600);
  const statements = [
    sql`insert into change_guards (subject, version) select 'account:' || account_number, 1 from payments where ${ofSet}`,
    sql`update payments set state = 'submitting', state_since = now(), leased_until = now(), claimed_until = null
      where ${ofSet}`,
    sql`insert into payment_events (payment_id, from_state, to_state, cause, recorded_at)
      select payment_id, 'scheduled', 'submitting', 'schedule', now() from payments where ${ofSet}`,
    sql`insert into ach_entries (payment_id, file_on, amount_cents, sec, owner_name, account_type,
        routing_number_sealed, account_number_sealed, created_at)
      select payment_id, pay_on, amount_cents, 'WEB', owner_name, account_type, routing_number_sealed,
        account_number_sealed, now()
      from payments join draft_instructions on instruction_id = payment_id where ${ofSet}`,
    sql`delete from draft_instructions where instruction_id = any(${ids}::uuid[])`,
    sql`insert into transfers (description, effective_on, posted_at, payment_id, counted_cents)
      select 'Payment, E-Check', pay_on, now(), payment_id::text, amount_cents from payments where ${ofSet}`,
    sql`insert into postings (transfer_id, line, ledger_code, account_id, amount_cents)
      select transfer_id, line, code, case when line = 1 then null else account_id end, amount
      from payments join transfers on transfers.payment_id = payments.payment_id::text join accounts using (account_number),
        (values (1, 1030, 1500), (2, 1110, -600), (3, 4010, -900)) as lines (line, code, amount)
      where payments.payment_id = any(${ids}::uuid[])`,
    sql`update loans set principal_cents = principal_cents - 600, accrued_through = pay_on, partial_paid_cents = 1500
      from payments join accounts using (account_number)
      where ${ofSet} and loans.account_id = accounts.account_id`,
    sql`update change_guards set version = 2 from payments where ${ofSet} and subject = 'account:' || account_number`,
    sql`update payments set state = 'posted', state_since = now(), leased_until = null where ${ofSet}`,
    sql`insert into payment_events (payment_id, from_state, to_state, cause, recorded_at)
      select payment_id, 'submitting', 'posted', 'schedule', now() from payments where ${ofSet}`,
    sql`insert into audit_log (recorded_at, user_id, event, details, lane, key_id, previous_head, head)
      select now(), user_id, 'payment-posted', jsonb_build_object('paymentId', payment_id, 'referenceNumber',
          reference_number, 'method', method_type, 'totalCents', amount_cents, 'cause', 'schedule',
          'declineReason', null), 0, 1, key_hash, key_hash
      from payments where ${ofSet}`,
    sql`insert into outbox_messages (occasion, recipient, subject, words_sealed, created_at, next_attempt_at)
      select 'receipt-' || payment_id, 'borrower@example.com', 'Payment confirmation ' || reference_number, ${mail}::bytea,
        now(), now() from payments where ${ofSet}`,
  ];
  for (const statement of statements) await statement.execute(transaction);
  return ids.length;
}

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { makeCrowd } from '#tests/faults/crowd.ts';
import type { PostgresServer } from '#tests/support/postgres.ts';
import { copyLoans, planPayments } from './copied-loans.ts';
import { type Figure, median } from './figure.ts';
import { readMemory } from './memory.ts';
import { withServices } from './with-services.ts';

const PAYMENTS = 50_000;

/** Made before, so that no table is empty. */
const EARLIER = 2_000;

/** Plain SQL writes as many rows in one transaction as a set of payments does. */
const PLAIN_SET = 200;

const BAR = 3;
const MEMORY_GROWN_BAR_MB = 100;
/** Of the second half of the run against the first. */
const MEMORY_RATIO_BAR = 1.1;
const SAMPLE_MEMORY_MS = 250;

/** Due bank payments, each of another customer, against plain SQL that writes the same rows in the same database. */
export function measureDuePayments(postgres: PostgresServer): Promise<Figure[]> {
  return withServices(postgres, 'passbook_bench_due', async (services) => {
    await makeCrowd(1, services);
    const run = () => runDuePayments(services, new AbortController().signal);
    // The database of an institution that has just begun plans its statements for empty tables.
    await plan(services, 0, EARLIER);
    await run();
    await plan(services, EARLIER, PAYMENTS);
    const memoryBefore = readMemory(process.pid);
    const memory: number[] = [];
    const sampling = setInterval(() => memory.push(readMemory(process.pid)), SAMPLE_MEMORY_MS);
    const startedAt = performance.now();
    const made = await run();
    const setsMs = performance.now() - startedAt;
    clearInterval(sampling);
    const grownMb = readMemory(process.pid) - memoryBefore;
    const middle = Math.floor(memory.length / 2);
    const [firstMb, secondMb] = [median(memory.slice(0, middle)), median(memory.slice(middle))];
    const memoryRatio = secondMb / firstMb;
    if (made !== PAYMENTS) throw new Error(`${made} of ${PAYMENTS} payments were made`);
    await assertAllPosted(services.database);
    await plan(services, EARLIER + PAYMENTS, PAYMENTS);
    const plainMs = await writePaymentsPlainly(services.database);
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
        measured: `${grownMb.toFixed(0)} MB`,
        bar: `≤ ${MEMORY_GROWN_BAR_MB} MB`,
        met: grownMb <= MEMORY_GROWN_BAR_MB,
        against: 'with what the heap takes when it first works',
      },
      {
        what: `${PAYMENTS} due bank payments, resident memory in the second half of the run`,
        measured: `${memoryRatio.toFixed(2)} times (${secondMb.toFixed(0)} MB)`,
        bar: `≤ ${MEMORY_RATIO_BAR} times`,
        met: memoryRatio <= MEMORY_RATIO_BAR,
        against: `the first half of the run: ${firstMb.toFixed(0)} MB`,
      },
    ];
  });
}

async function plan(services: Services, first: number, count: number): Promise<void> {
  await copyLoans(services.database, first, count);
  await planPayments(services, first, count);
  await sql`analyze`.execute(services.database);
}

async function assertAllPosted(database: Database): Promise<void> {
  const { rows } = await sql<{ payments: number; receipts: number; transfers: number }>`
    select (select count(*) from payments where state = 'posted') as payments,
      (select count(*) from outbox_messages) as receipts,
      (select count(*) from transfers where payment_id is not null) as transfers`.execute(database);
  const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => count !== EARLIER + PAYMENTS);
  if (wrong.length > 0) throw new Error(`Not all of them: ${JSON.stringify(wrong)}`);
}

/** Writes what payments due today write, without deciding or computing anything. Returns the milliseconds. */
export async function writePaymentsPlainly(database: Database): Promise<number> {
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

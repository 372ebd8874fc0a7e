import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { accountSubject, customerSubject } from '#server/host-tasks/host-task.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import type { Borrower } from './crowd.ts';
import { bankAccount, planScheduled } from './planner.ts';
import { findDifferences } from './reconcile.ts';
import { startWorld, type World } from './world.ts';
import { exitOf, startCommand } from './world-command.ts';

/** A worker looks for what a dead process left every minute. */
const LONGEST_RECOVERY_MS = 90_000;

/** The traces of a charge-off: each is 0 or 1, except the planned payments. */
interface Traces {
  readonly decided: number;
  readonly posted: number;
  /** Tasks that wait for a process. */
  readonly waiting: number;
  /** Of two. */
  readonly planned: number;
  readonly mails: number;
}

const untouched: Traces = { decided: 0, posted: 0, waiting: 0, planned: 2, mails: 0 };
const done: Traces = { decided: 1, posted: 1, waiting: 0, planned: 0, mails: 1 };

/** Each step waits for a lock that the test holds, so that the process is killed in it. */
const steps: readonly {
  readonly name: string;
  readonly hold: (transaction: Transaction, borrower: Borrower) => Promise<unknown>;
  /** As the killed process left it. */
  readonly left: Traces;
}[] = [
  {
    name: 'the decision',
    hold: (transaction, { accountNumber }) => lockGuard(transaction, accountSubject(accountNumber)),
    left: untouched,
  },
  {
    name: 'the posting',
    hold: (transaction, { accountNumber }) =>
      sql`select from loans join accounts using (account_id) where account_number = ${accountNumber}
        for update of loans`.execute(transaction),
    left: { ...untouched, decided: 1, waiting: 1 },
  },
  {
    name: 'the end of its planned payments',
    hold: (transaction, { accountNumber }) =>
      sql`select from payments where account_number = ${accountNumber} for update`.execute(transaction),
    left: { ...untouched, decided: 1, posted: 1, waiting: 1 },
  },
  {
    name: 'telling the customer',
    hold: (transaction) => sql`lock table outbox_messages in share mode`.execute(transaction),
    // The email about the charge-off, and one for each payment that was canceled.
    left: { decided: 1, posted: 1, waiting: 3, planned: 0, mails: 0 },
  },
];

let world: World;

beforeAll(async () => {
  world = await startWorld(steps.length);
});

afterAll(() => world.end());

test(
  'a charge-off that is killed in any of its steps is made once and whole, or not at all',
  { timeout: 60_000 + 2 * LONGEST_RECOVERY_MS },
  async () => {
    await world.worker.kill();
    const killed = steps.map((step, index) => ({ ...step, borrower: world.borrowers[index] ?? world.borrowers[0] }));
    for (const { name, hold, borrower, left } of killed) {
      for (const payOn of [day('2026-12-04'), day('2026-12-18')])
        await planScheduled(world, borrower, bankAccount, payOn);
      await inTransaction(database(), async (transaction) => {
        await hold(transaction, borrower);
        const command = chargeOff(borrower);
        await untilBlocked(transaction);
        command.process.kill('SIGKILL');
        await exitOf(command);
      });
      await untilNoneIsLeft();
      expect({ name, ...(await tracesOf(borrower)) }).toEqual({ name, ...left });
    }
    await sql`update host_tasks set next_attempt_at = now()`.execute(database());
    await world.worker.start();
    for (const { name, borrower, left } of killed) {
      const finished = left.decided === 1 ? done : untouched;
      await expect
        .poll(async () => ({ name, ...(await tracesOf(borrower)) }), { timeout: LONGEST_RECOVERY_MS, interval: 250 })
        .toEqual({ name, ...finished });
      // What was decided isn't made again, and what was lost before can be.
      const again = chargeOff(borrower);
      expect(await exitOf(again), again.said()).toBe(left.decided === 1 ? 1 : 0);
      expect({ name, ...(await tracesOf(borrower)) }).toEqual({ name, ...done });
    }
    expect(await findDifferences(database(), world.sandboxUrl, world.cipher)).toEqual([]);
  },
);

const database = () => world.database.database;

const chargeOff = ({ accountNumber }: Borrower) =>
  startCommand(world, ['charge-off', accountNumber, '--by', 'Ana Silva']);

async function untilBlocked(transaction: Transaction): Promise<void> {
  const blocked = () => countSessions(transaction, sql`wait_event_type = 'Lock'`);
  await expect.poll(blocked, { timeout: 20_000, interval: 20 }).toBe(1);
}

/** PostgreSQL notices that a client is gone only once its statement is done. */
async function untilNoneIsLeft(): Promise<void> {
  const working = () => countSessions(database(), sql`state <> 'idle' and pid <> pg_backend_pid()`);
  await expect.poll(working, { timeout: 20_000, interval: 20 }).toBe(0);
}

async function countSessions(queryable: Queryable, condition: ReturnType<typeof sql>): Promise<number> {
  // Otherwise a transaction sees the sessions of its first look.
  await sql`select pg_stat_clear_snapshot()`.execute(queryable);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and ${condition}`.execute(queryable);
  return rows[0]?.count ?? 0;
}

async function tracesOf({ accountNumber, customerId }: Borrower): Promise<Traces> {
  const { rows } = await sql<Traces>`
    with charge_offs as (
      select distinct payment_id from transfers join postings using (transfer_id) join accounts using (account_id)
      where account_number = ${accountNumber} and payment_id like 'charge-off-%')
    select
      (select count(*) from audit_log
        where event = 'loan-charged-off' and details ->> 'accountNumber' = ${accountNumber})::integer as decided,
      (select count(*) from charge_offs)::integer as posted,
      (select count(*) from host_tasks
        where subject in (${accountSubject(accountNumber)}, ${customerSubject(customerId)}))::integer as waiting,
      (select count(*) from payments where account_number = ${accountNumber} and state = 'scheduled')::integer as planned,
      (select count(*) from outbox_messages
        where exists (select from charge_offs where strpos(occasion, payment_id) > 0))::integer as mails`.execute(
    database(),
  );
  return rows[0] ?? untouched;
}

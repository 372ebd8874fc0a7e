import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import type { Services } from '#server/services.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { type Borrower, makeCrowd } from '#tests/faults/crowd.ts';
import { bankAccount, planRecurring, planScheduled } from '#tests/faults/planner.ts';
import { type StatementWatch, watchStatements } from '#tests/support/watch-statements.ts';

/** The test's clock stands at Saturday, November 21. */
const YESTERDAY = day('2026-11-20');
/** The earliest payment is of November 6. */
const BEFORE_ALL = day('2026-11-05');
const GROUP = 20;

let testApp: TestApp;
let services: Services;
let crowd: Borrower[];
let watch: StatementWatch;

beforeAll(async () => {
  watch = watchStatements();
  testApp = await createTestApp({ empty: true });
  ({ services } = testApp);
  crowd = await makeCrowd(5 * GROUP, services);
  // Their pasts differ, so the same payment would be applied differently. Nothing of them is after the first payment.
  await sql`
    update loans set next_due_on = one.next_due_on, partial_paid_cents = one.partial_paid_cents,
      principal_cents = one.principal_cents, late_charges_cents = one.late_charges_cents,
      accrued_through = ${BEFORE_ALL}, accrued_numerator = one.accrued_numerator
    from (select * from loans order by account_id limit 1) as one`.execute(services.database);
});

afterAll(async () => {
  await testApp.close();
  watch.stop();
});

const group = (index: number) => crowd.slice(index * GROUP, (index + 1) * GROUP);

const run = (host: Services['host'] = services.host) =>
  runDuePayments({ ...services, host }, new AbortController().signal);

/** Of a host that has none. */
function withoutSets(host: Services['host']): Services['host'] {
  return Object.fromEntries(Object.entries(host).filter(([name]) => name !== 'sets')) as unknown as Services['host'];
}

/** Every second payment is one of a recurring payment that is three weeks behind. */
async function plan(borrowers: readonly Borrower[]): Promise<void> {
  const world = { cipher: services.cipher, database: { database: services.database } };
  for (const [index, borrower] of borrowers.entries()) {
    await (index % 2 === 0
      ? planScheduled(world, borrower, bankAccount, YESTERDAY)
      : planRecurring(world, borrower, bankAccount));
  }
}

/** Everything that making payments writes, without what differs for each. */
async function effectsOf(borrowers: readonly Borrower[]): Promise<unknown[]> {
  const effects: unknown[] = [];
  for (const { accountNumber, customerId } of borrowers) {
    const { rows } = await sql<{ effects: unknown }>`
      select json_build_object(
        'payments', (select json_agg(json_build_array(state, timing, pay_on, occurs_on, amount_cents, method_type,
            last_four, claimed_until, leased_until, submit_problem) order by pay_on)
          from payments where account_number = ${accountNumber}),
        'events', (select json_agg(json_build_array(from_state, to_state, cause) order by pay_on, event_id)
          from payment_events join payments using (payment_id) where account_number = ${accountNumber}),
        'drafts', (select json_agg(json_build_array(file_on, e.amount_cents, sec, owner_name, account_type, e.state)
            order by pay_on)
          from ach_entries e join payments using (payment_id) where account_number = ${accountNumber}),
        'postings', (select json_agg(json_build_array(description, effective_on, counted_cents, line, ledger_code,
            postings.account_id is null, postings.amount_cents) order by effective_on, line)
          from payments join transfers on transfers.payment_id = payments.payment_id::text
          join postings using (transfer_id) where account_number = ${accountNumber}),
        'loan', (select json_build_array(next_due_on, partial_paid_cents, principal_cents, accrued_through,
            accrued_numerator) from loans join accounts using (account_id) where account_number = ${accountNumber}),
        'receipts', (select json_agg(json_build_array(kind, recipient, channel))
          from outbox_messages join payments on occasion = 'receipt-' || payment_id
          where account_number = ${accountNumber}),
        'audit', (select json_agg(json_build_array(event, details ->> 'method', details ->> 'totalCents',
            details ->> 'cause', details ->> 'declineReason') order by audit_id)
          from audit_log join payments on details ->> 'paymentId' = payment_id::text
          where account_number = ${accountNumber}),
        'recurring', (select json_agg(json_build_array(state, next_on, run_on, claimed_until))
          from recurring_payments where account_number = ${accountNumber}),
        'instructions', (select count(*) from draft_instructions join payments on instruction_id = payment_id
          where account_number = ${accountNumber}),
        'tasks', (select count(*) from host_tasks where subject = 'customer:' || ${customerId}),
        'version', (select version from change_guards where subject = 'account:' || ${accountNumber})
      ) as effects`.execute(services.database);
    effects.push(rows[0]?.effects);
  }
  return effects;
}

test('a set writes what its payments would write one by one', async () => {
  await plan(group(0));
  expect(await run(withoutSets(services.host))).toBe((GROUP / 2) * 4);
  await plan(group(1));
  expect(await run()).toBe((GROUP / 2) * 4);
  const alone = await effectsOf(group(0));
  expect(alone[0]).toMatchObject({ receipts: [['receiptMail.body', 'borrower@example.com', 'email']], tasks: 0 });
  expect(await effectsOf(group(1))).toEqual(alone);
  expect(await services.audit.findProblems(services.database)).toEqual([]);
});

test.runIf(inject('testDatabases').kind === 'postgres')('costs no more statements for more payments', async () => {
  const counts: number[] = [];
  for (const size of [10, 20]) {
    const borrowers = group(2).slice(0, size);
    const world = { cipher: services.cipher, database: { database: services.database } };
    for (const borrower of borrowers) await planScheduled(world, borrower, bankAccount, YESTERDAY);
    watch.takeStatements();
    expect(await run()).toBe(size);
    counts.push(watch.takeStatements().length);
  }
  expect(counts[0]).toBe(counts[1]);
  expect(counts[0]).toBeLessThan(40);
});

test('what is not ordinary is made alone, and the others are made', async () => {
  const borrowers = group(3);
  await plan(borrowers);
  const [first, , third] = borrowers.map(({ accountNumber }) => accountNumber);
  await sql`update loans set ach_blocked = true from accounts
    where accounts.account_id = loans.account_id and account_number = ${first}`.execute(services.database);
  await sql`update accounts set customer_id = ${crowd[0]?.customerId} where account_number = ${third}`.execute(
    services.database,
  );
  await run();
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from payments
    where account_number = any(${borrowers.map(({ accountNumber }) => accountNumber)}::text[])
    group by state order by state`.execute(services.database);
  expect(rows).toEqual([
    { state: 'cancelled', count: 1 },
    { state: 'declined', count: 1 },
    { state: 'posted', count: GROUP / 2 - 2 + (GROUP / 2) * 3 },
  ]);
});

test('payments that the host refuses to post as a set are posted alone', async () => {
  const borrowers = group(4);
  await plan(borrowers);
  const { sets } = services.host;
  if (!sets) throw new Error('The books have no sets');
  const failing = { ...sets, postPayments: () => Promise.reject(new Error('simulated failure')) };
  expect(await run({ ...services.host, sets: failing })).toBe((GROUP / 2) * 4);
  expect(await effectsOf(borrowers)).toEqual(await effectsOf(group(1)));
});

test('payments are made alone when the set can not be recorded', async () => {
  const borrowers = group(2);
  const world = { cipher: services.cipher, database: { database: services.database } };
  for (const borrower of borrowers) await planScheduled(world, borrower, bankAccount, YESTERDAY);
  const { sets } = services.host;
  if (!sets) throw new Error('The books have no sets');
  const failing = { ...sets, findLoansToDraw: () => Promise.reject(new Error('simulated failure')) };
  expect(await run({ ...services.host, sets: failing })).toBe(GROUP);
});

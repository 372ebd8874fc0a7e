import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cents, formatCents } from '#common/core/money.ts';
import type { PlannedPaymentsAnswer } from '#common/payments/planned-payments.api.ts';
import { HostUnavailable } from '#server/host/host-errors.ts';
import type { Host } from '#server/host/host.ts';
import { announceDebits } from '#server/payments/settlement/announce-debits.command.ts';
import { runDuePayments } from './run-due-payments.command.ts';
import type { Services } from '#server/services.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { withDetails } from '#tests/builders/payment-scene.ts';
import { createDuePaymentsScene, type DuePaymentsScene } from '#tests/builders/due-payments-scene.ts';

let scene: DuePaymentsScene;
let services: Services;

beforeAll(async () => {
  scene = await createDuePaymentsScene();
  ({ services } = scene);
});

afterEach(() => scene.reset());

afterAll(() => scene.testApp.close());

describe('a varying amount', () => {
  const stopping = new AbortController().signal;
  const account = sql`(select account_id from accounts where account_number = '101-005520-1')`;

  /** Draws the total due, first on December 15; a card fee of $3.00 shows that fees are included. */
  async function recurTotalDue() {
    await scene.recurAch(53, 'Weekly', '2026-12-15');
    await sql`update recurring_payments set pays_total_due = true, amount_cents = 0, first_party_fee_cents = 300
      where state = 'active'`.execute(services.database);
  }

  /** Runs with the installment of November 12 unpaid as well. */
  async function whileInstallmentIsMissed(act: (installment: number) => Promise<void>) {
    const { database } = services;
    const { rows } = await sql<{ installment_cents: number; next_due_on: string; partial_paid_cents: number }>`
      select installment_cents, next_due_on, partial_paid_cents from loans where account_id = ${account}`.execute(
      database,
    );
    const [before] = rows;
    await sql`update loans set next_due_on = '2026-11-12', partial_paid_cents = 0 where account_id = ${account}`.execute(
      database,
    );
    try {
      await act(before?.installment_cents ?? 0);
    } finally {
      await sql`update loans set next_due_on = ${before?.next_due_on}, partial_paid_cents = ${before?.partial_paid_cents},
        other_fees_cents = 0 where account_id = ${account}`.execute(database);
    }
  }

  /** Told ten days ahead, then drawn from another account, and more is owed. */
  async function isChangedAfterNotice() {
    await recurTotalDue();
    await scene.daysPass(14);
    await announceDebits(services, stopping);
    await sql`update recurring_payments set last_four = '9999', announced_for = null, announced_cents = null
      where state = 'active'`.execute(services.database);
    await sql`update loans set other_fees_cents = 2500 where account_id = ${account}`.execute(services.database);
  }

  /** As the dashboard shows them. */
  async function plannedDays(): Promise<readonly string[]> {
    const caller = await scene.testApp.signIn('li.wei');
    const url = '/api/PaymentInformation/GetPlannedPayments';
    const { Accounts } = (await caller.call({ method: 'GET', url })).json<PlannedPaymentsAnswer>();
    const loan = Accounts.find(({ Number: number }) => number === '101-005520-1');
    return loan?.Autopay.map(({ Date: on }) => on.slice(0, 10)) ?? [];
  }

  async function entryOfNewest(): Promise<number | undefined> {
    const { rows } = await sql<{ amount_cents: number }>`select ach_entries.amount_cents from ach_entries
      join payments using (payment_id) where timing = 'recurring'
        and recurring_id = (select recurring_id from recurring_payments order by created_at desc, recurring_id desc limit 1)
      order by pay_on desc limit 1`.execute(services.database);
    return rows[0]?.amount_cents;
  }

  test('is announced once, with its fee, as soon as twelve days ahead, and no more is drawn', async () => {
    await whileInstallmentIsMissed(async (installment) => {
      await recurTotalDue();
      await scene.daysPass(11);
      expect(await announceDebits(services, stopping)).toBe(0);
      await scene.daysPass(1);
      expect(await announceDebits(services, stopping)).toBe(1);
      expect(await announceDebits(services, stopping)).toBe(0);
      const total = formatCents(cents(2 * installment + 300));
      expect(await scene.newestMail()).toBe(`Upcoming payment: ${total} on 12/15/2026`);
      expect(await scene.newestBody()).toContain(
        `${total} (${formatCents(cents(2 * installment))} payment + $3.00 fee) from your bank account ending in 6354`,
      );
      // An amount that falls due in between waits for the next notice.
      await sql`update loans set other_fees_cents = 2500 where account_id = ${account}`.execute(services.database);
      await scene.daysPass(12);
      await scene.run();
      expect(await entryOfNewest()).toBe(2 * installment + 300);
    });
  });

  test("that wasn't announced is announced and drawn ten days later", async () => {
    await whileInstallmentIsMissed(async () => {
      await recurTotalDue();
      await scene.daysPass(24);
      await scene.run();
      expect(await scene.paymentsOfNewestRecurring()).toEqual([]);
      expect(await scene.newestMail()).toMatch(/^Upcoming payment: \$[\d,.]+ on 12\/26\/2026$/);
      await scene.daysPass(11);
      await scene.run();
      expect(await scene.paymentsOfNewestRecurring()).toMatchObject([{ state: 'posted', pay_on: '2026-12-26' }]);
      // December 22 is over, and December 29 can't be announced in time; that day's amount was drawn before. So of the
      // following ones every other.
      expect(await plannedDays()).toEqual(['2027-01-05', '2027-01-19']);
      expect(await announceDebits(services, stopping)).toBe(1);
      expect(await scene.newestMail()).toMatch(/^Upcoming payment: \$[\d,.]+ on 01\/05\/2027$/);
      await scene.daysPass(10);
      await scene.run();
      expect(await scene.paymentsOfNewestRecurring()).toMatchObject([
        { pay_on: '2026-12-26' },
        { state: 'posted', pay_on: '2027-01-05' },
      ]);
      expect((await plannedDays())[0]).toBe('2027-01-19');
    });
  });

  test.each([
    ['was set up three days before its day', 21, '12/22/2026', '2026-12-22'],
    [
      "wasn't announced in time, because the jobs had stopped from ten days before it to two",
      22,
      '12/23/2026',
      '2026-12-23',
    ],
    ["wasn't announced in time by a day", 15, '12/16/2026', '2026-12-16'],
  ])('that %s moves, and its customer is told to which day', async (_which, days, told, drawn) => {
    await whileInstallmentIsMissed(async (installment) => {
      await recurTotalDue();
      await scene.daysPass(days);
      expect(await announceDebits(services, stopping)).toBe(1);
      expect(await announceDebits(services, stopping)).toBe(0);
      const total = formatCents(cents(2 * installment + 300));
      expect(await scene.newestMail()).toBe(`Upcoming payment: ${total} on ${told}`);
      expect(await scene.newestBody()).toContain(
        `That was too late for 12/15/2026, so your payment for loan 101-005520-1 moves to ${told}: we'll withdraw ${total}`,
      );
      expect((await plannedDays())[0]).toBe(drawn);
      await scene.daysPass(9);
      await scene.run();
      expect(await scene.paymentsOfNewestRecurring()).toEqual([]);
      await scene.daysPass(1);
      await scene.run();
      expect(await scene.paymentsOfNewestRecurring()).toMatchObject([{ state: 'posted', pay_on: drawn }]);
      expect(await entryOfNewest()).toBe(2 * installment + 300);
    });
  });

  test('that becomes due late is drawn ten days after its customer was told, not on its day', async () => {
    const { database } = services;
    const setDue = (on: string) =>
      sql`update loans set next_due_on = ${on} where account_id = ${account}`.execute(database);
    await recurTotalDue();
    await sql`update recurring_payments set recurring_option = 'DaysBeforeDue', next_on = '2026-12-12', run_on = '2026-12-12'
      where state = 'active'`.execute(database);
    await setDue('2027-01-12');
    await scene.daysPass(13);
    const before = await scene.newestMail();
    await announceDebits(services, stopping);
    expect(await scene.newestMail()).toBe(before);
    await setDue('2026-12-12');
    await scene.daysPass(5);
    await announceDebits(services, stopping);
    expect(await scene.newestMail()).toMatch(/^Upcoming payment: \$[\d,.]+ on 12\/19\/2026$/);
    expect(await scene.newestBody()).toContain('too late for 12/12/2026');
    await scene.daysPass(9);
    await scene.run();
    expect(await scene.paymentsOfNewestRecurring()).toEqual([]);
    await scene.daysPass(1);
    await scene.run();
    expect(await scene.paymentsOfNewestRecurring()).toMatchObject([{ state: 'posted', pay_on: '2026-12-19' }]);
  });

  test('that was told in time is drawn on its day, even if its payment is changed since', async () => {
    await whileInstallmentIsMissed(async (installment) => {
      await isChangedAfterNotice();
      await scene.daysPass(7);
      expect(await announceDebits(services, stopping)).toBe(1);
      expect(await scene.newestMail()).toMatch(/ on 12\/15\/2026$/);
      expect(await scene.newestBody()).toContain('ending in 9999');
      await scene.daysPass(3);
      await scene.run();
      expect(await scene.paymentsOfNewestRecurring()).toMatchObject([{ state: 'posted', pay_on: '2026-12-15' }]);
      // No more than was told in time.
      expect(await entryOfNewest()).toBe(2 * installment + 300);
    });
  });

  test('that was told in time is drawn on its day, even if it was changed just before', async () => {
    await whileInstallmentIsMissed(async (installment) => {
      await isChangedAfterNotice();
      await scene.daysPass(10);
      await scene.run();
      expect(await scene.paymentsOfNewestRecurring()).toMatchObject([{ state: 'posted', pay_on: '2026-12-15' }]);
      expect(await entryOfNewest()).toBe(2 * installment + 300);
    });
  });

  test('with additional principal, as taken over from another system, is drawn without it', async () => {
    await whileInstallmentIsMissed(async (installment) => {
      await recurTotalDue();
      await sql`update recurring_payments set additional_principal_cents = 5000 where state = 'active'`.execute(
        services.database,
      );
      await scene.daysPass(14);
      await announceDebits(services, stopping);
      await scene.daysPass(10);
      await scene.run();
      expect(await entryOfNewest()).toBe(2 * installment + 300);
    });
  });

  test('is announced again after a change', async () => {
    await whileInstallmentIsMissed(async () => {
      await recurTotalDue();
      await scene.daysPass(14);
      expect(await announceDebits(services, stopping)).toBe(1);
      await sql`update recurring_payments set last_four = '9999', announced_for = null, announced_cents = null
        where state = 'active'`.execute(services.database);
      expect(await announceDebits(services, stopping)).toBe(1);
      expect(await scene.newestBody()).toContain('ending in 9999');
    });
  });
});

describe('a recurring payment whose loan the core fails on', () => {
  const stopping = new AbortController().signal;
  const [poisoned, good] = ['101-006107-2', '101-005520-1'];
  const unreadable = new Error('the loan makes no sense');
  const failsOnOne = new HostUnavailable('failed', 'The host answered findLoanToDraw with 500');

  beforeEach(async () => {
    await recurOfSam('2026-12-14');
    await scene.recurAch(54, 'Weekly', '2026-12-15');
    await scene.daysPass(14);
  });

  async function recurOfSam(payOn: string): Promise<void> {
    const calls = paymentCalls(await scene.testApp.signIn('sam.rivera'));
    const method = achBody(poisoned, { OwnerName: 'Sam Rivera', AccountNumber: '7771112222' });
    const parts = { info: await calls.info(poisoned), loginName: 'sam.rivera', amount: 45, method, fee: 0 };
    const body = {
      ...withDetails(submissionBody(parts), { PaymentDate: payOn }),
      RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 },
    };
    expect(await calls.post('/api/PaymentRecurring/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
  }

  function withHost(findLoanToDraw: Services['host']['findLoanToDraw'], changes: Partial<Host> = {}): Services {
    const { sets: _sets, ...host } = services.host;
    return { ...services, host: { ...host, ...changes, findLoanToDraw } };
  }

  function failingOn(accountNumber: string, error: Error): Services {
    return withHost(async (customerId, number, asOf) => {
      if (number === accountNumber) throw error;
      return services.host.findLoanToDraw(customerId, number, asOf);
    });
  }

  async function announced(): Promise<unknown> {
    const { rows } = await sql`
      select account_number as loan from recurring_payments where state = 'active' and announced_for = run_on
      order by 1`.execute(services.database);
    return rows;
  }

  test.each([unreadable, failsOnOne])('waits alone: the next one is announced in time (%s)', async (error) => {
    expect(await announceDebits(failingOn(poisoned, error), stopping)).toBe(1);
    expect(await announced()).toEqual([{ loan: good }]);
    expect(await announceDebits(services, stopping)).toBe(1);
    expect(await announced()).toEqual([{ loan: good }, { loan: poisoned }]);
  });

  test.each([unreadable, failsOnOne])('waits alone: the next one is drawn, and caught up (%s)', async (error) => {
    await scene.daysPass(18);
    await runDuePayments(failingOn(poisoned, error), stopping);
    const { rows } = await sql`
      select r.account_number as loan, p.pay_on as "payOn", r.submit_problem as problem
      from recurring_payments r left join payments p using (recurring_id) where r.state = 'active'
      order by 1, 2`.execute(services.database);
    expect(rows).toEqual([
      { loan: good, payOn: '2026-12-15', problem: null },
      { loan: good, payOn: '2026-12-22', problem: null },
      { loan: poisoned, payOn: null, problem: error.message },
    ]);
  });

  test('is not tried while the core is silent', async () => {
    const silent = () => Promise.reject(new HostUnavailable('unreachable', 'no answer'));
    const asked: string[] = [];
    const down = withHost(
      (_customerId, number) => {
        asked.push(number);
        return silent();
      },
      { countLateCharges: silent },
    );
    await expect(announceDebits(down, stopping)).rejects.toThrow('no answer');
    expect(asked).toEqual([poisoned]);
  });
});

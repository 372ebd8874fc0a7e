import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { createDuePaymentsScene, type DuePaymentsScene } from '#tests/builders/due-payments-scene.ts';
import { followHoldCodes } from './follow-hold-codes.job.ts';

let scene: DuePaymentsScene;
let services: Services;

beforeAll(async () => {
  scene = await createDuePaymentsScene();
  ({ services } = scene);
});

afterEach(() => scene.reset());

afterAll(() => scene.testApp.close());

describe('a loan that comes into dispute', () => {
  const loans = sql`loans where account_id = (select account_id from accounts where account_number = '101-005520-1')`;

  /** Lets the days pass with the loan in dispute and $30.00 owed. */
  async function runInDispute(days: number): Promise<void> {
    const { database } = services;
    const { rows } = await sql<{ principal: number; accrued: string }>`
      select principal_cents as principal, accrued_numerator::text as accrued from ${loans}`.execute(database);
    const set = (columns: ReturnType<typeof sql>) =>
      sql`update loans set ${columns} where account_id =
        (select account_id from accounts where account_number = '101-005520-1')`.execute(database);
    scene.moveOn(days);
    await set(sql`in_dispute = true, principal_cents = 3000, accrued_numerator = 0, accrued_through = '2026-11-30'`);
    try {
      await scene.run();
    } finally {
      await set(sql`in_dispute = false, principal_cents = ${rows[0]?.principal}, accrued_numerator = ${rows[0]?.accrued},
        accrued_through = '2026-11-21'`);
    }
  }

  test('is still paid, but not paid off, by earlier scheduled payments', async () => {
    const reference = await scene.scheduleAch(47);
    await runInDispute(2);
    expect(await scene.paymentOf(reference)).toMatchObject({ state: 'posted', amount_cents: 2_999 });
  });

  test('is not paid off by a recurring payment either', async () => {
    await scene.recurAch(56, 'Weekly', '2026-11-24');
    await runInDispute(3);
    expect(await scene.paymentsOfNewestRecurring()).toMatchObject([{ state: 'posted', amount_cents: 2_999 }]);
  });

  test('a scheduled payoff is declined, and the customer is notified', async () => {
    const reference = await scene.scheduleAch(48);
    await sql`update payments set is_payoff = true where state = 'scheduled'`.execute(services.database);
    await runInDispute(2);
    expect(await scene.paymentOf(reference)).toMatchObject({ state: 'declined' });
    expect(await scene.newestMail()).toBe("Your scheduled payment didn't go through");
  });
});

describe('a loan in bankruptcy', () => {
  test('is not drawn on by earlier scheduled payments, and the customer is told that they are paused', async () => {
    const hold = (code: string) =>
      sql`update accounts set hold_code = ${code} where account_number = '101-005520-1'`.execute(services.database);
    const before = await scene.effects();
    const reference = await scene.scheduleAch(49);
    await hold('BKR');
    try {
      await scene.daysPass(2);
      await scene.run();
      expect(await scene.newestMail()).toBe('Your planned payments are paused');
    } finally {
      await hold('');
      await followHoldCodes(services, new AbortController().signal);
    }
    expect(await scene.paymentOf(reference)).toBeUndefined();
    expect((await scene.effects()).entries).toBe(before.entries);
  });
});

describe('the reason nothing is drawn', () => {
  const account = sql`where account_number = '101-005520-1'`;
  const standings = [
    { why: 'hidden from the web', change: sql`hidden_from_web = true`, drawn: true, says: /received your payment/ },
    {
      why: 'closed with a balance',
      change: sql`hold_code = 'CLOSED'`,
      drawn: false,
      says: /^Loan 101-005520.* is closed/,
    },
    {
      why: 'of another customer now',
      change: sql`customer_id = '400101'`,
      drawn: false,
      says: /^We couldn't find loan 101-005520/,
    },
  ];

  test.each(standings)('for a loan that is $why', async ({ change, drawn, says }) => {
    const { database } = services;
    const before = await scene.effects();
    await scene.recurAch(55, 'Weekly', '2026-11-24');
    await runAfter(3, change);
    const recurring = (await scene.paymentsOfNewestRecurring()).map(({ state }) => state);
    expect(recurring).toEqual(drawn ? ['posted'] : []);
    const { rows: active } = await sql`select 1 from recurring_payments where state = 'active'`.execute(database);
    expect(active).toHaveLength(drawn ? 1 : 0);
    expect(await scene.newestBody()).toMatch(says);

    await scene.deletePlannedPayments();
    await scene.daysPass(-3);
    await scene.scheduleAch(46);
    await runAfter(2, change);
    expect(await scene.newestBody()).toMatch(says);
    expect((await scene.effects()).entries).toBe(before.entries + (drawn ? 2 : 0));
  });

  async function runAfter(days: number, change: ReturnType<typeof sql>): Promise<void> {
    const { database } = services;
    await sql`update accounts set ${change} ${account}`.execute(database);
    try {
      scene.moveOn(days);
      await scene.run();
    } finally {
      const before = sql`hidden_from_web = false, hold_code = '', customer_id = '400102'`;
      await sql`update accounts set ${before} ${account}`.execute(database);
    }
  }
});

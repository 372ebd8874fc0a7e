import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import { restrictUser } from '#server/identity/sign-in/restrict-user.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { achBody, submissionBody } from '#tests/builders/payment-calls.ts';
import {
  achFee,
  createPaymentScene,
  type PaymentScene,
  withDetails,
  withPayment,
} from '#tests/builders/payment-scene.ts';

/** The clock is set to Saturday, November 21, 2026. */
const monday = '2026-11-23';

let scene: PaymentScene;

beforeEach(async () => {
  scene = await createPaymentScene({ options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  const { database } = scene.testApp.services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
});

afterEach(() => scene.testApp.close());

const plans = {
  scheduled: { url: '/api/PaymentScheduled/SubmitAch', fee: 1, details: {} },
  recurring: {
    url: '/api/PaymentRecurring/SubmitAch',
    fee: 0,
    details: { RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 } },
  },
} as const;

async function plan(kind: keyof typeof plans): Promise<void> {
  const { url, fee, details } = plans[kind];
  const parts = {
    info: await scene.calls.info(scene.loan),
    loginName: 'li.wei',
    amount: 40,
    method: achBody(scene.loan),
    fee,
  };
  const body = { ...withDetails(submissionBody(parts), { PaymentDate: monday }), ...details };
  expect(await scene.calls.post(url, body)).toMatchObject({ HasNoErrors: true });
}

async function payOffToday(): Promise<void> {
  const info = await scene.calls.info(scene.loan);
  const parts = {
    info,
    loginName: 'li.wei',
    amount: info.PayOffAmount,
    method: achBody(scene.loan),
    fee: achFee,
  };
  const body = withPayment(submissionBody(parts), { IsPayoff: true });
  expect(await scene.calls.submitAch(body)).toMatchObject({ HasNoErrors: true });
}

/** Returns the emails of that run, newest first. */
async function runUntil(days: number) {
  const { clock, services } = scene.testApp;
  const before = (await listNewestMessages(services, 100)).length;
  clock.moveOn({ hours: 24 * days });
  await runDuePayments(services, new AbortController().signal);
  const mails = await listNewestMessages(services, 100);
  return mails.slice(0, mails.length - before).map(({ subject, body }) => ({ subject, body }));
}

async function drafts(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ach_entries`.execute(
    scene.testApp.services.database,
  );
  return rows[0]?.count ?? 0;
}

async function planStates() {
  const { rows } = await sql`
    select state from payments where timing = 'scheduled' and account_number = ${scene.loan} and pay_on = ${monday}::date
    union all select state from recurring_payments where account_number = ${scene.loan}`.execute(
    scene.testApp.services.database,
  );
  return rows;
}

describe('a loan that its customer pays off in the portal', () => {
  test.each([
    ['scheduled', 'We canceled your scheduled payment'],
    ['recurring', 'Your recurring payment is complete'],
  ] as const)('is drawn on no more by a %s payment, which ends with one email that says why', async (kind, subject) => {
    await plan(kind);
    await payOffToday();
    const before = await drafts();
    const mails = await runUntil(2);
    expect(mails).toEqual([{ subject, body: expect.stringMatching(/^Loan 101-005520-1 is paid off/) }]);
    expect(await runUntil(14)).toEqual([]);
    expect(await drafts()).toBe(before);
    expect(await planStates()).toEqual([{ state: kind === 'scheduled' ? 'cancelled' : 'finished' }]);
  });
});

describe('a payoff that comes back', () => {
  async function takeBackPayoff() {
    const { services } = scene.testApp;
    const { rows } = await sql<{ payment_id: string }>`
      select payment_id from payments where is_payoff and state = 'posted' and account_number = ${scene.loan}`.execute(
      services.database,
    );
    const id = rows[0]?.payment_id ?? '';
    await inTransaction(services.database, (transaction) => returnPayment(services, transaction, id, 'R01'));
    const mails = await listNewestMessages(services, 2);
    return mails.map(({ subject }) => subject).toSorted();
  }
  const returned = 'Your bank returned a payment';
  const notResumed = "Your recurring payment won't start again by itself";

  test('tells the customer that the recurring payment ended with the payoff', async () => {
    await plan('recurring');
    await payOffToday();
    await runUntil(2);
    expect(await takeBackPayoff()).toEqual([returned, notResumed]);
    const mail = (await listNewestMessages(scene.testApp.services, 2)).find(({ subject }) => subject === notResumed);
    expect(mail?.body).toContain("loan 101-005520-1 no longer counts, so the loan isn't paid off and is open again");
    expect(mail?.body).toContain('set up a new recurring payment');
    expect(await planStates()).toEqual([{ state: 'finished' }]);
  });

  test('says nothing of it while money that staff received pays the loan off', async () => {
    const { clock, host } = scene.testApp.services;
    await plan('recurring');
    const { PayOffAmount } = await scene.calls.info(scene.loan);
    await payOffToday();
    const { today: effectiveOn, at: postedAt } = clock.moment();
    const check = {
      paymentId: 'received-check',
      accountNumber: scene.loan,
      effectiveOn,
      postedAt,
      means: 'check',
    } as const;
    await host.servicing?.receivePayment({ ...check, amountCents: dollarsToCents(PayOffAmount + 100) });
    await runUntil(2);
    expect(await takeBackPayoff()).not.toContain(notResumed);
    expect(await host.findLoanToDraw('400102', scene.loan, clock.today())).toMatchObject({ standing: 'paidOff' });
  });

  test('before the day of the recurring payment says nothing of it, because it goes on', async () => {
    await plan('recurring');
    await payOffToday();
    expect(await takeBackPayoff()).not.toContain(notResumed);
    expect(await planStates()).toEqual([{ state: 'active' }]);
  });
});

describe('a loan whose charge-off left its planned payments, as that of an older server during an upgrade', () => {
  test.each(['scheduled', 'recurring'] as const)('is drawn on no more by a %s payment, which ends', async (kind) => {
    await plan(kind);
    const { clock, host } = scene.testApp.services;
    const { today, at } = clock.moment();
    const change = { paymentId: 'charge-off-1', accountNumber: scene.loan, effectiveOn: today, postedAt: at };
    await host.servicing?.chargeOff(change);
    const before = await drafts();
    expect(await runUntil(2)).toHaveLength(1);
    expect(await runUntil(14)).toEqual([]);
    expect(await drafts()).toBe(before);
    expect(await planStates()).toEqual([{ state: kind === 'scheduled' ? 'cancelled' : 'stopped' }]);
  });
});

describe('a customer whose login is restricted', () => {
  test.each(['scheduled', 'recurring'] as const)('still pays with a %s payment, and is told', async (kind) => {
    await plan(kind);
    const { services } = scene.testApp;
    expect(await restrictUser(services, 'li.wei', { restricted: true, by: 'Kim' })).toBe(true);
    const before = await drafts();
    const mails = await runUntil(2);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Payment confirmation /)]);
    expect(await drafts()).toBe(before + 1);
  });
});

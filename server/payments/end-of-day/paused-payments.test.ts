import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, day, daysBetween } from '#common/core/dates.ts';
import { changeHoldCode } from '#server/accounts/servicing/change-hold-code.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { changeDueDay, planDueDay } from '#server/payments/operator/change-due-day.command.ts';
import { announceDebits } from '#server/payments/settlement/announce-debits.command.ts';
import type { Services } from '#server/services.ts';
import { achBody, cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { followHoldCodes } from './follow-hold-codes.job.ts';
import { runDuePayments } from './run-due-payments.command.ts';

/** Saturday, November 21, 2026, 10:00; the demonstration allows payments on weekends. */
const monday = '2026-11-23';
const customerId = '400102';
const stopping = new AbortController().signal;

const PAUSED = 'Your planned payments are paused';
const RESUMED = 'Your planned payments go on';

let scene: PaymentScene;
let services: Services;
let movedDays = 0;
let mailsBefore = 0;

beforeAll(async () => {
  scene = await createPaymentScene({ options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  ({ services } = scene.testApp);
});

afterAll(() => scene.testApp.close());

beforeEach(async () => {
  const { database } = services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  await sql`update accounts set hold_code = '' where account_number = ${scene.loan}`.execute(database);
  await sql`update payment_pauses set ended_at = now() where ended_at is null`.execute(database);
  mailsBefore = await countMails();
});

afterEach(() => {
  scene.testApp.clock.moveOn({ hours: -24 * movedDays });
  movedDays = 0;
});

function daysPass(days: number): void {
  scene.testApp.clock.moveOn({ hours: 24 * days });
  movedDays += days;
}

const signedIn = async () => paymentCalls(await scene.testApp.signIn('li.wei'));

async function submission(amount: number, payOn: string, fee: number) {
  const calls = await signedIn();
  const parts = { info: await calls.info(scene.loan), loginName: 'li.wei', amount, method: achBody(scene.loan), fee };
  return { calls, body: withDetails(submissionBody(parts), { PaymentDate: payOn }) };
}

async function schedule(amount: number, payOn: string): Promise<void> {
  const { calls, body } = await submission(amount, payOn, 1);
  expect(await calls.post('/api/PaymentScheduled/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
}

async function recur(amount: number, payOn = monday, option = 'Weekly', daysBeforeDue = 0): Promise<void> {
  const { calls, body } = await submission(amount, payOn, 0);
  const RecurringDetails = { RecurringOption: option, DaysBeforeDue: daysBeforeDue };
  const answer = await calls.post('/api/PaymentRecurring/SubmitAch', { ...body, RecurringDetails });
  expect(answer).toMatchObject({ HasNoErrors: true });
}

async function change(wanted: string, before: string): Promise<void> {
  const { loan: accountNumber } = scene;
  const decision = { by: 'Ina Okafor', reason: 'Notice of the court' };
  const made = await changeHoldCode(services, { customerId, accountNumber, wanted, before }, decision, () =>
    Promise.resolve(),
  );
  expect(made).toMatchObject({ ok: true });
}

/** As a core's file does. */
async function setByCore(code: string): Promise<void> {
  await sql`update accounts set hold_code = ${code} where account_number = ${scene.loan}`.execute(services.database);
}

const run = () => runDuePayments(services, stopping);

async function countMails(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox_messages`.execute(
    services.database,
  );
  return rows[0]?.count ?? 0;
}

/** Subjects since the test began, without those of planning a payment and of signing in. */
async function mails(): Promise<string[]> {
  const newest = await listNewestMessages(services, (await countMails()) - mailsBefore);
  const subjects = newest.map(({ subject }) => subject).toReversed();
  return subjects.filter((subject) => /paused|go on|didn't go|receipt|Upcoming|ended/i.test(subject));
}

const newestBody = async () => (await listNewestMessages(services, 1))[0]?.body ?? '';

async function madeStates(): Promise<string[]> {
  const { rows } = await sql<{ payment: string }>`
    select payments.pay_on || ' ' || payments.state as payment from payments
    join recurring_payments using (recurring_id) where recurring_payments.state = 'active'
    order by payments.pay_on`.execute(services.database);
  return rows.map(({ payment }) => payment);
}

async function skippedDays(): Promise<string[]> {
  const { rows } = await sql<{ on: string }>`
    select occurs_on::text as on from recurring_events join recurring_payments using (recurring_id)
    where state = 'active' and event = 'onHold' order by event_id`.execute(services.database);
  return rows.map(({ on }) => on);
}

async function lastScheduled(): Promise<unknown> {
  const { rows } = await sql`
    select p.state, e.cause from payments p join payment_events e using (payment_id)
    where p.timing = 'scheduled' order by e.event_id desc limit 1`.execute(services.database);
  return rows[0];
}

describe('while a hold code stops payments', () => {
  test('the customer is told once, and no payment is drawn, declined or made later', async () => {
    await recur(50);
    const before = await scene.effects();
    await change('BKR', '');
    expect(await mails()).toEqual([PAUSED]);
    expect(await newestBody()).toContain('next on 11/23/2026: $50.00 from your bank account ending in 6354');
    for (let week = 0; week < 3; week += 1) {
      daysPass(7);
      await run();
      await announceDebits(services, stopping);
      await followHoldCodes(services, stopping);
    }
    expect(await skippedDays()).toEqual(['2026-11-23', '2026-11-30', '2026-12-07']);
    await change('', 'BKR');
    await run();
    expect(await madeStates()).toEqual([]);
    expect((await scene.effects()).entries).toBe(before.entries);
    expect(await mails()).toEqual([PAUSED, RESUMED]);
    expect(await newestBody()).toContain('Recurring payment, next on 12/14/2026: $50.00');
    daysPass(2);
    await run();
    expect(await madeStates()).toEqual(['2026-12-14 posted']);
  });

  test('its portal says paused, offers only to delete, and says planned again afterwards', async () => {
    await recur(51);
    await change('BKR', '');
    const caller = await scene.testApp.signIn('li.wei');
    const calls = paymentCalls(caller);
    const get = async <Answer>(url: string) => (await caller.call({ method: 'GET', url })).json<Answer>();
    const plans = '/api/PaymentInformation/GetPlannedPayments';
    const list = `/api/PaymentInformation/GetScheduledPayments?accountNumber=${scene.loan}`;
    const plansOf = async () => {
      const { Accounts } = await get<{ Accounts: { Number: string; Autopay: { Paused: boolean }[] }[] }>(plans);
      return Accounts.find(({ Number: number }) => number === scene.loan)?.Autopay ?? [];
    };
    const recurring = async () => await get<{ RecurringPayment: object; EncryptedData: string }>(list);
    expect((await plansOf()).every(({ Paused }) => Paused)).toBe(true);
    const { RecurringPayment, EncryptedData } = await recurring();
    expect(RecurringPayment).toMatchObject({ Paused: true, CanDelete: true, CanEdit: false, CanSkip: false });
    const EncryptedString = (RecurringPayment as { EncryptedData: string }).EncryptedData;
    const body = { Token: EncryptedData, Payment: { EncryptedString, LoanAccountNumber: scene.loan } };
    expect(await calls.post('/api/PaymentRecurring/Skip', body)).toMatchObject({ HasNoErrors: false });
    await change('', 'BKR');
    expect((await plansOf()).some(({ Paused }) => Paused)).toBe(false);
    expect((await recurring()).RecurringPayment).toMatchObject({ Paused: false, CanEdit: true, CanSkip: true });
  });

  test('a payment of the day on which the code is lifted is not drawn', async () => {
    await recur(52);
    await change('BKR', '');
    daysPass(2);
    await change('', 'BKR');
    await run();
    expect(await madeStates()).toEqual([]);
    expect(await newestBody()).toContain('next on 11/30/2026');
  });

  test.each([
    ['during the hold', monday, 4],
    ['of the day on which it is lifted', monday, 2],
  ])('a scheduled payment of a day %s is canceled without another email', async (_, payOn, liftedAfter) => {
    await schedule(41, payOn);
    await change('BKR', '');
    expect(await newestBody()).toContain('Scheduled payment on 11/23/2026: $42.00');
    daysPass(liftedAfter);
    if (liftedAfter > 2) await run();
    await change('', 'BKR');
    await run();
    expect(await lastScheduled()).toEqual({ state: 'cancelled', cause: 'hold' });
    expect(await mails()).toEqual([PAUSED, RESUMED]);
    expect(await newestBody()).toContain('No more payments are set up');
  });

  test('a scheduled payment of a later day is made', async () => {
    await schedule(42, '2026-12-02');
    await change('BKR', '');
    daysPass(4);
    await change('', 'BKR');
    daysPass(7);
    await run();
    expect(await lastScheduled()).toMatchObject({ state: 'posted' });
  });

  test('an amount that varies is announced ten days ahead again', async () => {
    await recur(53, '2026-12-15');
    await sql`update recurring_payments set pays_total_due = true, amount_cents = 0 where state = 'active'`.execute(
      services.database,
    );
    await change('BKR', '');
    daysPass(20);
    await announceDebits(services, stopping);
    await change('', 'BKR');
    expect(await newestBody()).toContain('next on 12/21/2026: the total due that day');
    daysPass(4);
    await run();
    expect(await madeStates()).toEqual([]);
  });

  test('a change of the due date promises no day of a payment that is stopped', async () => {
    const { RegularPaymentAmount, UpcomingDueDays } = await (await signedIn()).info(scene.loan);
    const [dueOn = ''] = UpcomingDueDays;
    const runOn = addDays(day(dueOn), -3);
    await recur(RegularPaymentAmount, runOn, 'DaysBeforeDue', 3);
    const planned = { customerId, accountNumber: scene.loan, dueDay: 20 };
    expect(await planDueDay(services, planned)).toMatchObject({ value: { automatic: { before: runOn } } });
    await change('BKR', '');
    expect(await planDueDay(services, planned)).toMatchObject({ value: { automatic: null } });
    daysPass(daysBetween(services.clock.today(), runOn));
    const decision = { by: 'Ina Okafor', reason: 'Paid on the 20th' };
    const changed = await changeDueDay(services, { ...planned, seen: day(dueOn) }, decision, () => Promise.resolve());
    expect(changed).toMatchObject({ ok: true });
    expect(await newestBody()).not.toContain('automatic payment');
  });

  test('nothing is said to a customer who has nothing planned', async () => {
    await change('BKR', '');
    await change('', 'BKR');
    expect(await mails()).toEqual([]);
  });

  test('no card is said to expire for a payment that is not made', async () => {
    const { listExpiringCards } = await import('#server/payments/settlement/expiring-cards.queries.ts');
    const calls = await signedIn();
    await calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan));
    await recur(54);
    await sql`update recurring_payments set method_type = 'Card', card_brand = 'visa', debit_credit = 'DebitCard',
      card_token = 'token-of-paused', card_expiration = '11/26', bank_name = null, bank_account_type = null
      where state = 'active'`.execute(services.database);
    const { clock, database } = services;
    const tokens = async () => (await listExpiringCards(database, clock.today(), 100)).map(({ token }) => token);
    daysPass(10);
    expect(await tokens()).toContain('token-of-paused');
    daysPass(-10);
    await change('BKR', '');
    daysPass(10);
    expect(await tokens()).not.toContain('token-of-paused');
  });
});

describe('a hold code that the core sets and lifts', () => {
  test('is noticed with the payment of the day, and its lifting by the job', async () => {
    await recur(55);
    await setByCore('BKR');
    daysPass(2);
    await run();
    await run();
    expect(await mails()).toEqual([PAUSED]);
    expect(await skippedDays()).toEqual([monday]);
    await setByCore('');
    await followHoldCodes(services, stopping);
    await followHoldCodes(services, stopping);
    expect(await mails()).toEqual([PAUSED, RESUMED]);
  });

  test('is noticed before the day by what announces payments', async () => {
    await recur(56);
    await setByCore('DEC');
    await announceDebits(services, stopping);
    await announceDebits(services, stopping);
    expect(await mails()).toEqual([PAUSED]);
  });

  test('and lifts on the day of a payment lets nothing be drawn on that day', async () => {
    await recur(57);
    await setByCore('BKR');
    await announceDebits(services, stopping);
    daysPass(2);
    await setByCore('');
    await run();
    expect(await madeStates()).toEqual([]);
    expect(await mails()).toEqual([PAUSED, RESUMED]);
  });
});

test('a code for cards alone leaves bank drafts as they are', async () => {
  await recur(58);
  await setByCore('71');
  await announceDebits(services, stopping);
  daysPass(2);
  await run();
  expect(await madeStates()).toEqual([`${monday} posted`]);
  expect(await mails()).not.toContain(PAUSED);
});

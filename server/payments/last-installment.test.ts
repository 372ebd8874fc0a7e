import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, type Day } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { nextBusinessDay } from '#common/core/business-days.ts';
import type { Services } from '#server/services.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createLastPaymentScene, type LastPaymentScene } from '#tests/builders/last-payment-scene.ts';
import { withDetails } from '#tests/builders/payment-scene.ts';
import { announceDebits } from './settlement/announce-debits.command.ts';
import { selectExpected } from './schedules/due-sets.queries.ts';

let scene: LastPaymentScene;
let services: Services;
const stopping = new AbortController().signal;

beforeAll(async () => {
  scene = await createLastPaymentScene();
  ({ services } = scene.testApp);
});

afterAll(() => scene.testApp.close());

beforeEach(() => scene.clear());

test('a recurring payment is expected if it is near enough and the last one did not fail', async () => {
  await scene.recurOnDueDate();
  const { database } = services;
  const { rows } = await sql<{ run_on: Day; amount: number; id: string }>`
    select run_on, amount_cents as amount, recurring_id as id from recurring_payments where state = 'active'`.execute(
    database,
  );
  const [active] = rows;
  if (!active) throw new Error('The recurring payment was not set up');
  const expected = (on: Day) => selectExpected(database, [scene.loan, 'another'], on);
  expect(await expected(addDays(active.run_on, -17))).toEqual(new Map([[scene.loan, active.amount]]));
  expect(await expected(addDays(active.run_on, -18))).toEqual(new Map());
  expect(await selectExpected(database, [], active.run_on)).toEqual(new Map());

  await scene.untilDaysBefore(active.run_on, 0);
  expect((await expected(addDays(active.run_on, 20))).size).toBe(1);
  for (const state of ['declined', 'returned']) {
    const code = state === 'returned' ? 'R01' : null;
    const reason = state === 'declined' ? 'SecurityNotAllowed' : null;
    await sql`update payments set state = ${state}, return_code = ${code}, decline_reason = ${reason}
      where recurring_id = ${active.id}`.execute(database);
    expect(await expected(addDays(active.run_on, 20))).toEqual(new Map());
  }
});

test('the customer is notified when the last installment is a balloon payment', async () => {
  await scene.recurOnDueDate();
  const { due, installment } = await scene.owesAtTheEnd((regular) => regular * 3);
  await scene.untilDaysBefore(due, 10);
  const [mail] = await scene.mailsOf('Your last payment on loan');
  expect(mail?.body).toContain(`is only ${formatCents(installment)}`);
  await sql`update recurring_payments set state = 'cancelled'`.execute(services.database);
});

test('nothing is announced or drawn while a hold code, as of a bankruptcy, stops payments', async () => {
  await scene.recurOnDueDate();
  const { due } = await scene.owesAtTheEnd((regular) => regular * 3);
  const setHoldCode = (holdCode: string) =>
    services.host.servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode });
  await setHoldCode('BKR');
  const before = (await scene.mailsOf('Your last payment on loan')).length;
  await scene.untilDaysBefore(due, 10);
  expect(await scene.mailsOf('Your last payment on loan')).toHaveLength(before);
  await setHoldCode('');
  await scene.untilDaysBefore(due, 9);
  expect(await scene.mailsOf('Your last payment on loan')).toHaveLength(before + 1);
  await setHoldCode('BKR');
  await scene.untilDaysBefore(due, 0);
  await setHoldCode('');
  scene.testApp.clock.moveOn({ hours: -24 * 10 });
  const { rows } = await sql<{ state: string }>`
    select state from payments where timing = 'recurring' and pay_on = ${due}::date`.execute(services.database);
  expect(rows).toEqual([]);
});

test('the last installment collects what is left, exactly as announced twelve days before', async () => {
  await scene.recurOnDueDate();
  const { due, installment } = await scene.owesAtTheEnd((regular) => regular + 500);
  await scene.untilDaysBefore(due, 13);
  expect(await scene.mailsOf('Your last payment: ')).toEqual([]);
  await scene.untilDaysBefore(due, 12);
  await announceDebits(services, stopping);
  const mails = await scene.mailsOf('Your last payment: ');
  expect(mails).toHaveLength(1);

  await scene.untilDaysBefore(due, -3);
  const { amount, total } = await scene.drawn();
  expect(amount).toBeGreaterThan(installment + 500);
  expect(mails[0]?.subject).toContain(formatCents(cents(total)));
  expect(await scene.payoffNow()).toBe(0);

  const customer = await scene.testApp.signIn('li.wei');
  const list = await customer.call({ method: 'GET', url: '/api/accountList' });
  expect(list.json()).toMatchObject({ Accounts: [{ Number: scene.loan, Status: 'PaidOff' }] });
  const url = `/api/AccountDetails?accountNumber=${scene.loan}`;
  expect((await customer.call({ method: 'GET', url })).json()).toMatchObject({
    Information: { Standing: 'PaidOff' },
  });
});

test('a scheduled payoff keeps its agreed amount after a later charge and names the shortfall', async () => {
  const { database } = services;
  await sql`update loans set principal_cents = 100000, maturity_on = null, accrued_numerator = 0, late_charges_cents = 0, partial_paid_cents = 0,
      accrued_through = ${services.clock.today()}, next_due_on = ${addDays(services.clock.today(), 20)}
    from accounts where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(database);
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const payOn = nextBusinessDay(addDays(services.clock.today(), 2), services.institution.calendar);
  const amount = 1_000;
  const parts = { info, loginName: 'li.wei', amount, method: achBody(scene.loan), fee: 1 };
  const body = withDetails(submissionBody(parts), { PaymentDate: payOn });
  expect(await calls.post('/api/PaymentScheduled/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
  await sql`update payments set is_payoff = true where state = 'scheduled'`.execute(database);
  await sql`update loans set late_charges_cents = 2500 from accounts
    where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(database);
  const owed = await services.host.quotePayoff('400102', scene.loan, payOn);
  expect(owed?.lateChargesCents).toBe(2_500);
  await scene.untilDaysBefore(payOn, 0);
  const missing = (owed?.totalCents ?? 0) - amount * 100;
  const [mail] = await scene.mailsOf('Loan ');
  expect(mail?.subject).toMatch(/isn't paid off yet$/);
  expect(mail?.body).toContain(`You still owe ${formatCents(cents(missing))}.`);
  expect(await scene.payoffNow()).toBe(missing);
  expect(mail?.body).toContain(formatCents(cents(amount * 100)));
});

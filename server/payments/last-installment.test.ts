import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, daysBetween, type Day } from '#common/core/dates.ts';
import { cents, type Cents, formatCents } from '#common/core/money.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { nextBusinessDay } from '#common/core/business-days.ts';
import type { Services } from '#server/services.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { announceDebits } from './settlement/announce-debits.command.ts';
import { selectExpected } from './schedules/due-sets.queries.ts';
import { runDuePayments } from './end-of-day/run-due-payments.command.ts';

let scene: PaymentScene;
let services: Services;
const stopping = new AbortController().signal;

beforeAll(async () => {
  const withoutAgreement = { 'globalOptions.requireAchDraftAgreementOption': false };
  scene = await createPaymentScene({ options: withoutAgreement });
  ({ services } = scene.testApp);
});

afterAll(() => scene.testApp.close());

beforeEach(async () => {
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(services.database);
});

async function recurOnDueDate(): Promise<void> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const parts = { info, loginName: 'li.wei', amount: info.RegularPaymentAmount, method: achBody(scene.loan), fee: 0 };
  const body = {
    ...withDetails(submissionBody(parts), { PaymentDate: services.clock.today() }),
    RecurringDetails: { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 },
  };
  expect(await calls.post('/api/PaymentRecurring/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
}

interface LoanFacts {
  readonly due: Day;
  readonly installment: Cents;
}

/** Returns the loan just before its last installment, with roughly this principal left. */
async function owesAtTheEnd(principalOf: (installment: number) => number): Promise<LoanFacts> {
  const { rows } = await sql<{ next_due_on: Day; installment_cents: Cents }>`
    select next_due_on, installment_cents from loans join accounts using (account_id)
    where account_number = ${scene.loan}`.execute(services.database);
  const [loan] = rows;
  if (!loan) throw new Error("The scene's loan was not found");
  await sql`update loans set maturity_on = next_due_on, accrued_numerator = 0, partial_paid_cents = 0,
      accrued_through = ${services.clock.today()}, principal_cents = ${principalOf(loan.installment_cents)}
    from accounts where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(
    services.database,
  );
  return { due: loan.next_due_on, installment: loan.installment_cents };
}

async function mailsOf(subject: string) {
  const messages = await listNewestMessages(services, 50);
  return messages.filter((message) => message.subject.startsWith(subject));
}

async function drawn(): Promise<{ amount: number; total: number }> {
  const { rows } = await sql<{ amount: number; total: number }>`
    select payments.amount_cents as amount, ach_entries.amount_cents as total
    from payments join ach_entries using (payment_id) where timing = 'recurring'
    order by pay_on desc limit 1`.execute(services.database);
  return rows[0] ?? { amount: 0, total: 0 };
}

async function payoffNow(): Promise<number | undefined> {
  return (await scene.testApp.services.host.findLoan('400102', scene.loan, services.clock.today()))?.payoffCents;
}

test('a recurring payment is expected if it is near enough and the last one did not fail', async () => {
  await recurOnDueDate();
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

  await untilDaysBefore(active.run_on, 0);
  expect((await expected(addDays(active.run_on, 20))).size).toBe(1);
  for (const state of ['declined', 'returned']) {
    const code = state === 'returned' ? 'R01' : null;
    const reason = state === 'declined' ? 'SecurityNotAllowed' : null;
    await sql`update payments set state = ${state}, return_code = ${code}, decline_reason = ${reason}
      where recurring_id = ${active.id}`.execute(database);
    expect(await expected(addDays(active.run_on, 20))).toEqual(new Map());
  }
});

async function untilDaysBefore(due: Day, days: number): Promise<void> {
  scene.testApp.clock.moveOn({ hours: 24 * (daysBetween(services.clock.today(), due) - days) });
  await announceDebits(services, stopping);
  await runDuePayments(services, stopping);
}

test('the customer is notified when the last installment is a balloon payment', async () => {
  await recurOnDueDate();
  const { due, installment } = await owesAtTheEnd((regular) => regular * 3);
  await untilDaysBefore(due, 10);
  const [mail] = await mailsOf('Your last payment on loan');
  expect(mail?.body).toContain(`is only ${formatCents(installment)}`);
  await sql`update recurring_payments set state = 'cancelled'`.execute(services.database);
});

test('nothing is announced or drawn while a hold code, as of a bankruptcy, stops payments', async () => {
  await recurOnDueDate();
  const { due } = await owesAtTheEnd((regular) => regular * 3);
  const setHoldCode = (holdCode: string) =>
    services.host.servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode });
  await setHoldCode('BKR');
  const before = (await mailsOf('Your last payment on loan')).length;
  await untilDaysBefore(due, 10);
  expect(await mailsOf('Your last payment on loan')).toHaveLength(before);
  await setHoldCode('');
  await untilDaysBefore(due, 9);
  expect(await mailsOf('Your last payment on loan')).toHaveLength(before + 1);
  await setHoldCode('BKR');
  await untilDaysBefore(due, 0);
  await setHoldCode('');
  scene.testApp.clock.moveOn({ hours: -24 * 10 });
  const { rows } = await sql<{ state: string }>`
    select state from payments where timing = 'recurring' and pay_on = ${due}::date`.execute(services.database);
  expect(rows).toEqual([]);
});

test('the last installment collects what is left, exactly as announced ten days before', async () => {
  await recurOnDueDate();
  const { due, installment } = await owesAtTheEnd((regular) => regular + 500);
  await untilDaysBefore(due, 11);
  expect(await mailsOf('Your last payment: ')).toEqual([]);
  await untilDaysBefore(due, 10);
  await announceDebits(services, stopping);
  const mails = await mailsOf('Your last payment: ');
  expect(mails).toHaveLength(1);

  await untilDaysBefore(due, -3);
  const { amount, total } = await drawn();
  expect(amount).toBeGreaterThan(installment + 500);
  expect(mails[0]?.subject).toContain(formatCents(cents(total)));
  expect(await payoffNow()).toBe(0);

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
  await untilDaysBefore(payOn, 0);
  const missing = (owed?.totalCents ?? 0) - amount * 100;
  const [mail] = await mailsOf('Loan ');
  expect(mail?.subject).toMatch(/isn't paid off yet$/);
  expect(mail?.body).toContain(`You still owe ${formatCents(cents(missing))}.`);
  expect(await payoffNow()).toBe(missing);
  expect(mail?.body).toContain(formatCents(cents(amount * 100)));
});

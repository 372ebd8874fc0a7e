import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, type Day } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { Services } from '#server/services.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { achBody, paymentCalls } from '#tests/builders/payment-calls.ts';
import { createLastPaymentScene, type LastPaymentScene } from '#tests/builders/last-payment-scene.ts';
import { changeDueDay } from './operator/change-due-day.command.ts';
import { followHoldCode } from './schedules/follow-hold-code.command.ts';

const decision = { by: 'Kim Osei', reason: 'Asked for it' };

let scene: LastPaymentScene;
let services: Services;

beforeEach(async () => {
  scene = await createLastPaymentScene();
  ({ services } = scene.testApp);
  await scene.clear();
});

afterEach(() => scene.testApp.close());

/** Announced ten days before. */
async function announced(principalOf: (installment: number) => number): Promise<{ due: Day; amount: string }> {
  await scene.recurOnDueDate();
  const { due } = await scene.owesAtTheEnd(principalOf);
  await scene.untilDaysBefore(due, 10);
  const [mail] = await scene.mailsOf('Your last payment: ');
  const amount = /\$[\d,.]+\d/.exec(mail?.subject ?? '')?.[0];
  if (amount === undefined) throw new Error('The last payment was not announced');
  return { due, amount };
}

async function moveDueDate(due: Day, dueDay: number): Promise<Day> {
  const change = { customerId: '400102', accountNumber: scene.loan, dueDay, seen: due };
  const moved = await changeDueDay(services, change, decision, () => Promise.resolve());
  if (!moved.ok) throw new Error(moved.error);
  return moved.value.after;
}

async function drawFrom(AccountNumber: string): Promise<void> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  await calls.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(scene.loan, { AccountNumber }));
  const saved = (await calls.methods(scene.loan)).map(({ AchInfo }) => AchInfo);
  const lastFour = AccountNumber.slice(-4);
  const profile = saved.find((account) => account?.AccountNumber.endsWith(lastFour));
  const info = await calls.info(scene.loan);
  const edit = {
    Token: info.EncryptedData,
    Payment: { EncryptedString: info.RecurringPayment?.EncryptedData, LoanAccountNumber: scene.loan },
    PaymentDate: info.RecurringPayment?.Date,
    PaymentAmount: info.RegularPaymentAmount,
    FirstPartyFee: 0,
    ThirdPartyFee: 0,
    Method: { IsCard: false, ProfileId: profile?.ProfileId, LastFour: lastFour },
    AdditionalPrincipalAmount: 0,
    RecurringDetails: { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 },
  };
  expect(await calls.post('/api/PaymentRecurring/Edit', edit)).toMatchObject({ HasNoErrors: true });
}

async function follow(holdCode: string): Promise<void> {
  await services.host.servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode });
  const loan = await services.host.findLoan('400102', scene.loan, services.clock.today());
  if (!loan) throw new Error('The loan was not found');
  await inTransaction(services.database, (transaction) =>
    followHoldCode(services, transaction, { ...loan, customerId: '400102' }, services.clock.moment()),
  );
}

describe('a last payment that was announced', () => {
  test('is announced again with the account that the customer chooses since, and drawn from it', async () => {
    const { due, amount } = await announced((regular) => regular + 500);
    await drawFrom('5550001234');
    const [change] = await scene.mailsOf('Your upcoming payment was changed');
    expect(change?.body).toContain(`It's now ${amount} on`);
    expect(change?.body).toContain('ending in 1234. This is your last payment');
    await scene.untilDaysBefore(due, 8);
    const mails = await scene.mailsOf('Your last payment: ');
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toContain(amount);
    expect(mails[0]?.body).toContain('ending in 1234');
    await scene.untilDaysBefore(due, 0);
    const { total, lastFour } = await scene.drawn();
    expect([formatCents(cents(total)), lastFour]).toEqual([amount, '1234']);
  });

  test('is announced again with what pays the loan off on the day to which staff move it', async () => {
    const { due, amount } = await announced((regular) => regular + 500);
    const day = await moveDueDate(due, 5);
    await scene.untilDaysBefore(day, 10);
    const mails = await scene.mailsOf('Your last payment: ');
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).not.toContain(amount);
    await scene.untilDaysBefore(day, -2);
    const { total, on } = await scene.drawn();
    expect(mails[0]?.subject).toContain(formatCents(cents(total)));
    expect(on).toBe(day);
    expect(await scene.payoffNow()).toBe(0);
  });

  test('on a day of its own is the usual one once staff have moved the last installment', async () => {
    await scene.recurOnDueDate();
    const { due, installment } = await scene.owesAtTheEnd((regular) => regular + 500);
    await sql`
      update recurring_payments set recurring_option = 'Weekly', first_on = ${due}, next_on = ${due}, run_on = ${due}
      where state = 'active'`.execute(services.database);
    await scene.untilDaysBefore(due, 10);
    expect(await scene.mailsOf('Your last payment: ')).toHaveLength(1);
    await moveDueDate(due, 5);
    await scene.untilDaysBefore(due, 0);
    expect((await scene.drawn()).amount).toBe(installment);
    expect(await scene.mailsOf('Loan '), 'that it should have been paid off').toEqual([]);
  });

  test.each([
    ['above the usual amount', (regular: number) => regular + 500, 0],
    ['below the usual amount', (regular: number) => regular - 20_000, 0],
    ['with additional principal', (regular: number) => regular + 500, 5_000],
  ])('%s draws no more after a later charge, and the customer is told what stays', async (_which, owed, additional) => {
    await scene.recurOnDueDate();
    await sql`update recurring_payments set additional_principal_cents = ${additional} where state = 'active'`.execute(
      services.database,
    );
    const { due } = await scene.owesAtTheEnd(owed);
    await scene.untilDaysBefore(due, 10);
    const [announcement] = await scene.mailsOf('Your last payment: ');
    await sql`update loans set late_charges_cents = 2500 from accounts
      where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(services.database);
    await scene.untilDaysBefore(due, 0);
    const { total } = await scene.drawn();
    expect(announcement?.subject).toContain(formatCents(cents(total)));
    const [mail] = await scene.mailsOf('Loan ');
    expect(mail?.subject).toMatch(/isn't paid off yet$/);
    expect(mail?.body).toContain(`Your last payment of ${formatCents(cents(total))}`);
    expect(mail?.body).toContain(`You still owe ${formatCents(cents((await scene.payoffNow()) ?? 0))}.`);
    expect(await scene.payoffNow()).toBe(2_500);
  });

  test('leaves a cent of a loan that is in dispute by then, without asking for it', async () => {
    const { due } = await announced((regular) => regular + 500);
    await sql`update loans set in_dispute = true from accounts
      where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(services.database);
    await scene.untilDaysBefore(due, 0);
    expect(await scene.payoffNow()).toBe(1);
    expect(await scene.mailsOf('Loan ')).toEqual([]);
  });

  test('is named with its amount when a hold code stops it and when it goes on', async () => {
    const { due, amount } = await announced((regular) => regular + 500);
    await follow('BKR');
    const [paused] = await scene.mailsOf('Your planned payments are paused');
    expect(paused?.body).toContain(`: ${amount} from`);
    await scene.untilDaysBefore(due, 7);
    await follow('');
    const [resumed] = await scene.mailsOf('Your planned payments go on');
    expect(resumed?.body).toContain(`: ${amount} from`);
    await scene.untilDaysBefore(due, 0);
    expect(formatCents(cents((await scene.drawn()).total))).toBe(amount);
  });
});

describe('a last payment of more than agreed', () => {
  test('draws only what was agreed if its customer is told less than ten days before, and is told to pay the rest', async () => {
    await scene.recurOnDueDate();
    const { due, installment } = await scene.owesAtTheEnd((regular) => regular + 500);
    await scene.untilDaysBefore(due, 9);
    expect(await scene.mailsOf('Your last payment: ')).toEqual([]);
    const [mail] = await scene.mailsOf('Your last payment on loan');
    expect(mail?.body).toContain(`Your recurring payment that day is only ${formatCents(installment)}.`);
    expect(mail?.body).toContain('Please sign in and pay the rest another way.');
    await scene.untilDaysBefore(due, 0);
    expect(await scene.drawn()).toMatchObject({ amount: installment, on: due });
  });

  /** The last payments of a weekly series, of which the first one falls on the due day of the last installment. */
  async function recurWeekly() {
    await scene.recurOnDueDate();
    const { due, installment } = await scene.owesAtTheEnd((regular) => 2 * regular + 500);
    const last = addDays(due, 7);
    await sql`
      update recurring_payments set recurring_option = 'Weekly', first_on = ${due}, next_on = ${due}, run_on = ${due}
      where state = 'active'`.execute(services.database);
    await sql`update loans set maturity_on = ${last} from accounts
      where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(services.database);
    return { due, last, installment };
  }

  test('each week is told with the one before, and draws no more than that', async () => {
    const { due, last, installment } = await recurWeekly();
    await scene.untilDaysBefore(due, 7);
    const [mail] = await scene.mailsOf('Your last payment: ');
    await scene.untilDaysBefore(due, 0);
    await sql`update loans set late_charges_cents = 2500 from accounts
      where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(services.database);
    await scene.untilDaysBefore(last, 7);
    expect(await scene.mailsOf('Your last payment: ')).toHaveLength(1);
    await scene.untilDaysBefore(last, 0);
    const { total, amount, on } = await scene.drawn();
    expect(on).toBe(last);
    expect(amount).toBeGreaterThan(installment);
    expect(mail?.subject).toContain(formatCents(cents(total)));
    expect(await scene.payoffNow()).toBe(2_500);
  });

  test("each week draws only what was agreed if the one before didn't tell of it", async () => {
    const { due, last, installment } = await recurWeekly();
    await scene.untilDaysBefore(due, 2);
    expect(await scene.mailsOf('Your last payment: ')).toEqual([]);
    await scene.untilDaysBefore(due, 0);
    await scene.untilDaysBefore(last, 7);
    await scene.untilDaysBefore(last, 0);
    expect(await scene.drawn()).toMatchObject({ amount: installment, on: last });
  });
});

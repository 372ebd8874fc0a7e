import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hostMessages } from '#common/payments/rules/host-messages.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { settlePayments } from '#server/payments/settlement/settle-payments.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { createDuePaymentsScene, type DuePaymentsScene } from '#tests/builders/due-payments-scene.ts';
import { codeOf } from '#tests/builders/payment-scene.ts';
import { runDuePayments } from './run-due-payments.command.ts';

const monday = '2026-11-23';

let scene: DuePaymentsScene;
let services: Services;

beforeAll(async () => {
  scene = await createDuePaymentsScene();
  ({ services } = scene);
});

afterEach(() => scene.reset());

afterAll(() => scene.testApp.close());

describe('a scheduled payment', () => {
  test("is made once, on its day, and then can't be deleted or repeated", async () => {
    const reference = await scene.scheduleAch(40);
    const before = await scene.effects();
    expect(await scene.run()).toBe(0);
    await scene.daysPass(2);
    await Promise.all([scene.run(), scene.run(), scene.run()]);
    const after = await scene.effects();
    expect(after).toMatchObject({ transfers: before.transfers + 1, entries: before.entries + 1 });
    expect(await scene.paymentsMade()).toMatchObject([
      { reference_number: reference, state: 'posted', pay_on: monday },
    ]);
    expect(await scene.run()).toBe(0);
    const { rows } = await sql`select 1 from draft_instructions`.execute(services.database);
    expect(rows).toEqual([]);
  });

  test('that runs late is dated to its intended day', async () => {
    await scene.scheduleAch(41);
    await scene.daysPass(5);
    await scene.run();
    expect((await scene.paymentsMade()).at(-1)).toMatchObject({ state: 'posted', pay_on: monday, amount_cents: 4_100 });
  });

  test('pays no more than is left, or nothing', async () => {
    await scene.scheduleAch(42);
    const { database } = services;
    const loan = sql`(select account_id from accounts where account_number = ${scene.loan})`;
    const { rows } = await sql<{ principal_cents: number; accrued_numerator: string }>`
      select principal_cents, accrued_numerator::text from loans where account_id = ${loan}`.execute(database);
    await sql`update loans set principal_cents = 0, accrued_numerator = 0, late_charges_cents = 0, other_fees_cents = 0
      where account_id = ${loan}`.execute(database);
    await scene.daysPass(2);
    await scene.run();
    expect(await scene.newestMail()).toBe('We canceled your scheduled payment');
    await sql`update loans set principal_cents = ${rows[0]?.principal_cents},
      accrued_numerator = ${rows[0]?.accrued_numerator} where account_id = ${loan}`.execute(database);
  });

  test('is declined once the loan is blocked, and the customer is notified', async () => {
    await scene.scheduleAch(43);
    await sql`update loans set ach_blocked = true`.execute(services.database);
    await scene.daysPass(2);
    await scene.run();
    await sql`update loans set ach_blocked = false`.execute(services.database);
    expect((await scene.paymentsMade()).at(-1)).toMatchObject({ state: 'declined' });
    expect(await scene.newestMail()).toBe("Your scheduled payment didn't go through");
  });

  test('waits during maintenance', async () => {
    await scene.scheduleAch(44);
    await scene.daysPass(2);
    await sql`update operating_state set maintenance = true`.execute(services.database);
    expect(await scene.run()).toBe(0);
    await sql`update operating_state set maintenance = false`.execute(services.database);
    expect(await scene.run()).toBe(1);
  });

  test('deleted at the same moment is either made or deleted, never both', async () => {
    await scene.scheduleAch(45);
    const calls = await scene.daysPass(2);
    const info = await calls.info(scene.loan);
    const before = await scene.effects();
    const body = {
      Token: info.EncryptedData,
      Payment: { EncryptedString: info.ScheduledPayments[0]?.EncryptedString, LoanAccountNumber: scene.loan },
    };
    const [, deleted] = await Promise.all([
      scene.run(),
      calls.post<{ HasNoErrors: boolean; Errors: { ErrorMessage: string }[] }>('/api/PaymentScheduled/DeleteAch', body),
    ]);
    const after = await scene.effects();
    expect(after.transfers - before.transfers).toBe(deleted.HasNoErrors ? 0 : 1);
    expect(codeOf(deleted)).toBe(deleted.HasNoErrors ? undefined : hostMessages.scheduledAchNotChangeable);
  });
});

describe('a recurring payment', () => {
  test('is made on each of its dates, and missed dates are caught up in order', async () => {
    await scene.recurAch(50, 'Weekly');
    await scene.daysPass(23);
    await Promise.all([scene.run(), scene.run()]);
    const made = await scene.paymentsOfNewestRecurring();
    expect(made.map(({ pay_on, state }) => `${pay_on} ${state}`)).toEqual([
      '2026-11-23 posted',
      '2026-11-30 posted',
      '2026-12-07 posted',
      '2026-12-14 posted',
    ]);
    const info = await (await scene.signInAgain()).info(scene.loan);
    expect(info.RecurringPayment?.Date).toBe('2026-12-21');
  });

  test('on a holiday is made on the next payment day', async () => {
    await scene.recurAch(51, 'Weekly', '2026-12-18');
    await scene.daysPass(36);
    await scene.run();
    expect((await scene.paymentsOfNewestRecurring()).map(({ pay_on }) => pay_on)).toEqual(['2026-12-18', '2026-12-26']);
  });

  test('on the due date skips an installment that is already paid', async () => {
    const info = await scene.calls.info(scene.loan);
    await scene.recurAch(info.RegularPaymentAmount, 'DaysBeforeDue', '2026-11-21');
    const paid = await scene.achSubmission(info.RegularPaymentAmount);
    expect(await scene.calls.submitAch(paid)).toMatchObject({ HasNoErrors: true });
    await scene.daysPass(25);
    await scene.run();
    expect(await scene.paymentsOfNewestRecurring()).toEqual([]);
    const later = await (await scene.signInAgain()).info(scene.loan);
    expect(later.RecurringPayment).toMatchObject({ CanDelete: true });
  });

  test('ends after two declines in a row and tells the customer', async () => {
    await scene.recurCard('4000000000000002', 50);
    await scene.daysPass(2);
    await scene.run();
    expect(await scene.newestMail()).toBe("Your recurring payment didn't go through");
    const calls = await scene.daysPass(7);
    await scene.run();
    expect(await scene.newestMail()).toBe('Your recurring payment has ended');
    expect((await calls.info(scene.loan)).RecurringPayment).toBeNull();
  });

  test('by a card that needs a confirmation is declined, and the email says where to pay', async () => {
    const config = { ...services.config, publicUrl: 'https://portal.example' };
    await scene.recurCard('4000000000003220', 57);
    await scene.daysPass(2);
    await runDuePayments({ ...services, config }, new AbortController().signal);
    expect((await scene.paymentsOfNewestRecurring()).at(-1)).toMatchObject({ state: 'declined' });
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.subject).toBe('Your bank wants you to confirm a payment');
    expect(mail?.body).toContain(`https://portal.example/#/myaccount/payment/${scene.loan}`);
    // It counts as a failure like any other.
    await scene.daysPass(7);
    await runDuePayments({ ...services, config }, new AbortController().signal);
    const told = await listNewestMessages(services, 2);
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'Your bank wants you to confirm a payment',
      'Your recurring payment has ended',
    ]);
  });

  test('by card charges once and counts no failure', async () => {
    await scene.recurCard('5555555555554444', 51);
    const before = (await scene.charges()).length;
    await scene.daysPass(2);
    await Promise.all([scene.run(), scene.run()]);
    expect((await scene.charges()).length).toBe(before + 1);
    expect((await scene.charges()).at(-1)).toMatchObject({ state: 'approved', amountCents: 5_400 });
  });

  test('without a processor answer is charged again under the same id until it answers', async () => {
    await scene.recurCard('4000000000000200', 54);
    await scene.daysPass(2);
    const before = (await scene.charges()).length;
    await scene.run();
    expect((await scene.paymentsOfNewestRecurring()).at(-1)).toMatchObject({ state: 'unknown' });
    await sql`update payments set leased_until = now() where leased_until is not null`.execute(services.database);
    expect(await settlePayments(services, new AbortController().signal)).toBe(1);
    expect((await scene.paymentsOfNewestRecurring()).at(-1)).toMatchObject({ state: 'posted' });
    expect((await scene.charges()).length).toBe(before + 1);
  });

  test('with a returned draft is reversed once and counts as failed', async () => {
    await scene.recurAch(52, 'Weekly');
    await scene.daysPass(2);
    await scene.run();
    const made = (await scene.paymentsOfNewestRecurring()).at(-1);
    const before = await scene.effects();
    expect(await takeBack(made?.payment_id)).toEqual({ returned: true });
    expect(await scene.newestMail()).toBe('Your bank returned a payment');
    expect((await scene.effects()).principalCents).toBeGreaterThan(before.principalCents);
    const after = await scene.effects();
    expect(await takeBack(made?.payment_id)).toEqual({ returned: false });
    expect(await scene.effects()).toEqual(after);
    await scene.daysPass(7);
    await scene.run();
    await takeBack((await scene.paymentsOfNewestRecurring()).at(-1)?.payment_id);
    const { rows } =
      await sql`select 1 from recurring_payments where state = 'stopped' and method_type = 'ACH'`.execute(
        services.database,
      );
    expect(rows).toHaveLength(1);
  });
});

function takeBack(paymentId = ''): Promise<{ returned: boolean }> {
  return inTransaction(services.database, (transaction) => returnPayment(services, transaction, paymentId, 'R01'));
}

test("emails go to the customer's current address", async () => {
  await scene.scheduleAch(47);
  const change = (address: string) =>
    sql`update customers set email_address = ${address} where customer_id = '400102'`.execute(services.database);
  const customer = await services.host.findCustomer('400102');
  await change('new@example.com');
  try {
    await scene.daysPass(2);
    await scene.run();
    expect((await listNewestMessages(services, 1))[0]).toMatchObject({ recipient: 'new@example.com' });
  } finally {
    await change(customer?.emailAddress ?? '');
  }
});

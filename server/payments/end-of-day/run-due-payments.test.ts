import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cents, formatCents } from '#common/core/money.ts';
import { hostMessages } from '#common/payments/rules/host-messages.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { achBody, cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { announceDebits } from '#server/payments/settlement/announce-debits.command.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { followHoldCodes } from './follow-hold-codes.job.ts';
import { runDuePayments } from './run-due-payments.command.ts';
import { settlePayments } from '#server/payments/settlement/settle-payments.command.ts';

/** Saturday, November 21, 2026, 10:00; the demonstration allows payments on weekends. */
const monday = '2026-11-23';
/** Agreements are tested separately. */
const withoutAgreement = { 'globalOptions.requireAchDraftAgreementOption': false };

let scene: PaymentScene;
let services: Services;

beforeAll(async () => {
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 1_000, options: withoutAgreement });
  ({ services } = scene.testApp);
  await deletePlannedPayments();
});

afterAll(() => scene.testApp.close());

let movedDays = 0;

afterEach(async () => {
  scene.testApp.clock.moveOn({ hours: -24 * movedDays });
  movedDays = 0;
  await deletePlannedPayments();
});

async function deletePlannedPayments(): Promise<void> {
  const { database } = services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  await sql`delete from draft_instructions`.execute(database);
}

/** Moves the clock and signs in again, since the session has expired. */
async function daysPass(days: number) {
  scene.testApp.clock.moveOn({ hours: 24 * days });
  movedDays += days;
  return paymentCalls(await scene.testApp.signIn('li.wei'));
}

const run = () => runDuePayments(services, new AbortController().signal);

async function scheduleAch(amount: number, payOn = monday) {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const parts = { info, loginName: 'li.wei', amount, method: achBody(scene.loan), fee: 1 };
  const answer = await calls.post<{ ReferenceNumber: string }>(
    '/api/PaymentScheduled/SubmitAch',
    withDetails(submissionBody(parts), { PaymentDate: payOn }),
  );
  expect(answer).toMatchObject({ HasNoErrors: true });
  return answer.ReferenceNumber;
}

async function recurAch(amount: number, option: string, payOn = monday) {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const parts = { info, loginName: 'li.wei', amount, method: achBody(scene.loan), fee: 0 };
  const body = {
    ...withDetails(submissionBody(parts), { PaymentDate: payOn }),
    RecurringDetails: { RecurringOption: option, DaysBeforeDue: 0 },
  };
  expect(await calls.post('/api/PaymentRecurring/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
}

async function recurCard(number: string, amount: number) {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  await calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan, { CardNumber: number }));
  const methods = await calls.methods(scene.loan);
  const ProfileId = methods.find(({ CardInfo }) => CardInfo?.CardNumber === number.slice(-4))?.CardInfo?.ProfileId;
  const info = await calls.info(scene.loan);
  const body = {
    ...withDetails(submissionBody({ info, loginName: 'li.wei', amount, method: { ProfileId }, fee: 3 }), {
      PaymentDate: monday,
    }),
    RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 },
  };
  expect(await calls.post('/api/PaymentRecurring/SubmitCard', body)).toMatchObject({ HasNoErrors: true });
}

interface PaymentRow {
  readonly reference_number: string;
  readonly payment_id: string;
  readonly state: string;
  readonly pay_on: string;
  readonly amount_cents: number;
}

/** Ordered by intended date; optionally only those of the newest recurring payment. */
async function paymentsMade(of: 'all' | 'newest' = 'all'): Promise<PaymentRow[]> {
  const newest = sql`(select recurring_id from recurring_payments order by created_at desc, recurring_id desc limit 1)`;
  const { rows } =
    await sql<PaymentRow>`select reference_number, payment_id, state, pay_on::text as pay_on, amount_cents
    from payments where timing <> 'immediate' and state <> 'cancelled' and (${of} = 'all' or recurring_id = ${newest}) order by pay_on, payment_id`.execute(
      services.database,
    );
  return rows;
}

async function newestBody(): Promise<string> {
  const [newest] = await listNewestMessages(services, 1);
  return newest?.body ?? '';
}

async function newestMail(): Promise<string> {
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox_messages order by message_id desc limit 1`.execute(services.database);
  return rows[0]?.subject ?? '';
}

describe('a scheduled payment', () => {
  test("is made once, on its day, and then can't be deleted or repeated", async () => {
    const reference = await scheduleAch(40);
    const before = await scene.effects();
    expect(await run()).toBe(0);
    await daysPass(2);
    await Promise.all([run(), run(), run()]);
    const after = await scene.effects();
    expect(after).toMatchObject({ transfers: before.transfers + 1, entries: before.entries + 1 });
    expect(await paymentsMade()).toMatchObject([{ reference_number: reference, state: 'posted', pay_on: monday }]);
    expect(await run()).toBe(0);
    const { rows } = await sql`select 1 from draft_instructions`.execute(services.database);
    expect(rows).toEqual([]);
  });

  test('that runs late is dated to its intended day', async () => {
    await scheduleAch(41);
    await daysPass(5);
    await run();
    expect((await paymentsMade()).at(-1)).toMatchObject({ state: 'posted', pay_on: monday, amount_cents: 4_100 });
  });

  test('pays no more than is left, or nothing', async () => {
    await scheduleAch(42);
    const { database } = services;
    const loan = sql`(select account_id from accounts where account_number = ${scene.loan})`;
    const { rows } = await sql<{ principal_cents: number; accrued_numerator: string }>`
      select principal_cents, accrued_numerator::text from loans where account_id = ${loan}`.execute(database);
    await sql`update loans set principal_cents = 0, accrued_numerator = 0, late_charges_cents = 0, other_fees_cents = 0
      where account_id = ${loan}`.execute(database);
    await daysPass(2);
    await run();
    expect(await newestMail()).toBe('We canceled your scheduled payment');
    await sql`update loans set principal_cents = ${rows[0]?.principal_cents},
      accrued_numerator = ${rows[0]?.accrued_numerator} where account_id = ${loan}`.execute(database);
  });

  test('is declined once the loan is blocked, and the customer is notified', async () => {
    await scheduleAch(43);
    await sql`update loans set ach_blocked = true`.execute(services.database);
    await daysPass(2);
    await run();
    await sql`update loans set ach_blocked = false`.execute(services.database);
    expect((await paymentsMade()).at(-1)).toMatchObject({ state: 'declined' });
    expect(await newestMail()).toBe("Your scheduled payment didn't go through");
  });

  test('waits during maintenance', async () => {
    await scheduleAch(44);
    await daysPass(2);
    await sql`update operating_state set maintenance = true`.execute(services.database);
    expect(await run()).toBe(0);
    await sql`update operating_state set maintenance = false`.execute(services.database);
    expect(await run()).toBe(1);
  });

  test('deleted at the same moment is either made or deleted, never both', async () => {
    await scheduleAch(45);
    const calls = await daysPass(2);
    const info = await calls.info(scene.loan);
    const before = await scene.effects();
    const body = {
      Token: info.EncryptedData,
      Payment: { EncryptedString: info.ScheduledPayments[0]?.EncryptedString, LoanAccountNumber: scene.loan },
    };
    const [, deleted] = await Promise.all([
      run(),
      calls.post<{ HasNoErrors: boolean; Errors: { ErrorMessage: string }[] }>('/api/PaymentScheduled/DeleteAch', body),
    ]);
    const after = await scene.effects();
    expect(after.transfers - before.transfers).toBe(deleted.HasNoErrors ? 0 : 1);
    expect(codeOf(deleted)).toBe(deleted.HasNoErrors ? undefined : hostMessages.scheduledAchNotChangeable);
  });
});

describe('a recurring payment', () => {
  test('is made on each of its dates, and missed dates are caught up in order', async () => {
    await recurAch(50, 'Weekly');
    await daysPass(23);
    await Promise.all([run(), run()]);
    const made = await paymentsMade('newest');
    expect(made.map(({ pay_on, state }) => `${pay_on} ${state}`)).toEqual([
      '2026-11-23 posted',
      '2026-11-30 posted',
      '2026-12-07 posted',
      '2026-12-14 posted',
    ]);
    const info = await paymentCalls(await scene.testApp.signIn('li.wei')).info(scene.loan);
    expect(info.RecurringPayment?.Date).toBe('2026-12-21');
  });

  test('on a holiday is made on the next payment day', async () => {
    await recurAch(51, 'Weekly', '2026-12-18');
    await daysPass(36);
    await run();
    expect((await paymentsMade('newest')).map(({ pay_on }) => pay_on)).toEqual(['2026-12-18', '2026-12-26']);
  });

  test('on the due date skips an installment that is already paid', async () => {
    const info = await scene.calls.info(scene.loan);
    await recurAch(info.RegularPaymentAmount, 'DaysBeforeDue', '2026-11-21');
    const paid = await scene.achSubmission(info.RegularPaymentAmount);
    expect(await scene.calls.submitAch(paid)).toMatchObject({ HasNoErrors: true });
    await daysPass(25);
    await run();
    expect(await paymentsMade('newest')).toEqual([]);
    const later = await paymentCalls(await scene.testApp.signIn('li.wei')).info(scene.loan);
    expect(later.RecurringPayment).toMatchObject({ CanDelete: true });
  });

  test('ends after two declines in a row and tells the customer', async () => {
    await recurCard('4000000000000002', 50);
    await daysPass(2);
    await run();
    expect(await newestMail()).toBe("Your recurring payment didn't go through");
    const calls = await daysPass(7);
    await run();
    expect(await newestMail()).toBe('Your recurring payment has ended');
    expect((await calls.info(scene.loan)).RecurringPayment).toBeNull();
  });

  test('by a card that needs a confirmation is declined, and the mail says where to pay', async () => {
    const config = { ...services.config, publicUrl: 'https://portal.example' };
    await recurCard('4000000000003220', 57);
    await daysPass(2);
    await runDuePayments({ ...services, config }, new AbortController().signal);
    expect((await paymentsMade('newest')).at(-1)).toMatchObject({ state: 'declined' });
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.subject).toBe('Your bank wants you to confirm a payment');
    expect(mail?.body).toContain(`https://portal.example/#/myaccount/payment/${scene.loan}`);
    // It counts as a failure like any other.
    await daysPass(7);
    await runDuePayments({ ...services, config }, new AbortController().signal);
    const told = await listNewestMessages(services, 2);
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'Your bank wants you to confirm a payment',
      'Your recurring payment has ended',
    ]);
  });

  test('by card charges once and counts no failure', async () => {
    await recurCard('5555555555554444', 51);
    const before = (await scene.charges()).length;
    await daysPass(2);
    await Promise.all([run(), run()]);
    expect((await scene.charges()).length).toBe(before + 1);
    expect((await scene.charges()).at(-1)).toMatchObject({ state: 'approved', amountCents: 5_400 });
  });

  test('without a processor answer is charged again under the same id until it answers', async () => {
    await recurCard('4000000000000200', 54);
    await daysPass(2);
    const before = (await scene.charges()).length;
    await run();
    expect((await paymentsMade('newest')).at(-1)).toMatchObject({ state: 'unknown' });
    await sql`update payments set leased_until = now() where leased_until is not null`.execute(services.database);
    expect(await settlePayments(services, new AbortController().signal)).toBe(1);
    expect((await paymentsMade('newest')).at(-1)).toMatchObject({ state: 'posted' });
    expect((await scene.charges()).length).toBe(before + 1);
  });

  test('with a returned draft is reversed once and counts as failed', async () => {
    await recurAch(52, 'Weekly');
    await daysPass(2);
    await run();
    const made = (await paymentsMade('newest')).at(-1);
    const before = await scene.effects();
    expect(await takeBack(made?.payment_id)).toEqual({ returned: true });
    expect(await newestMail()).toBe('Your bank returned a payment');
    expect((await scene.effects()).principalCents).toBeGreaterThan(before.principalCents);
    const after = await scene.effects();
    expect(await takeBack(made?.payment_id)).toEqual({ returned: false });
    expect(await scene.effects()).toEqual(after);
    await daysPass(7);
    await run();
    await takeBack((await paymentsMade('newest')).at(-1)?.payment_id);
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

describe('a varying amount', () => {
  const stopping = new AbortController().signal;
  const account = sql`(select account_id from accounts where account_number = '101-005520-1')`;

  /** Draws the total due, first on December 15; a card fee of $3.00 shows that fees are included. */
  async function recurTotalDue() {
    await recurAch(53, 'Weekly', '2026-12-15');
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

  async function entryOfNewest(): Promise<number | undefined> {
    const { rows } = await sql<{ amount_cents: number }>`select ach_entries.amount_cents from ach_entries
      join payments using (payment_id) where timing = 'recurring'
        and recurring_id = (select recurring_id from recurring_payments order by created_at desc, recurring_id desc limit 1)
      order by pay_on desc limit 1`.execute(services.database);
    return rows[0]?.amount_cents;
  }

  test('is announced once, ten days ahead, with its fee, and no more is drawn', async () => {
    await whileInstallmentIsMissed(async (installment) => {
      await recurTotalDue();
      await daysPass(13);
      expect(await announceDebits(services, stopping)).toBe(0);
      await daysPass(1);
      expect(await announceDebits(services, stopping)).toBe(1);
      expect(await announceDebits(services, stopping)).toBe(0);
      const total = formatCents(cents(2 * installment + 300));
      expect(await newestMail()).toBe(`Upcoming payment: ${total} on 12/15/2026`);
      expect(await newestBody()).toContain(
        `${total} (${formatCents(cents(2 * installment))} payment + $3.00 fee) from your bank account ending in 6354`,
      );
      // An amount that falls due in between waits for the next notice.
      await sql`update loans set other_fees_cents = 2500 where account_id = ${account}`.execute(services.database);
      await daysPass(10);
      await run();
      expect(await entryOfNewest()).toBe(2 * installment + 300);
    });
  });

  test("that wasn't announced is announced and drawn ten days later", async () => {
    await whileInstallmentIsMissed(async () => {
      await recurTotalDue();
      await daysPass(24);
      await run();
      expect(await paymentsMade('newest')).toEqual([]);
      expect(await newestMail()).toMatch(/^Upcoming payment: \$[\d,.]+ on 12\/26\/2026$/);
      await daysPass(11);
      await run();
      expect(await paymentsMade('newest')).toMatchObject([{ state: 'posted', pay_on: '2026-12-26' }]);
    });
  });

  test('is announced again after a change', async () => {
    await whileInstallmentIsMissed(async () => {
      await recurTotalDue();
      await daysPass(14);
      expect(await announceDebits(services, stopping)).toBe(1);
      await sql`update recurring_payments set last_four = '9999', announced_for = null, announced_cents = null
        where state = 'active'`.execute(services.database);
      expect(await announceDebits(services, stopping)).toBe(1);
      expect(await newestBody()).toContain('ending in 9999');
    });
  });
});

test("mails go to the customer's current address", async () => {
  await scheduleAch(47);
  const change = (address: string) =>
    sql`update customers set email_address = ${address} where customer_id = '400102'`.execute(services.database);
  const customer = await services.host.findCustomer('400102');
  await change('new@example.com');
  try {
    await daysPass(2);
    await run();
    expect((await listNewestMessages(services, 1))[0]).toMatchObject({ recipient: 'new@example.com' });
  } finally {
    await change(customer?.emailAddress ?? '');
  }
});

async function paymentOf(reference: string): Promise<PaymentRow | undefined> {
  return (await paymentsMade()).find((payment) => payment.reference_number === reference);
}

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
    scene.testApp.clock.moveOn({ hours: 24 * days });
    movedDays += days;
    await set(sql`in_dispute = true, principal_cents = 3000, accrued_numerator = 0, accrued_through = '2026-11-30'`);
    try {
      await run();
    } finally {
      await set(sql`in_dispute = false, principal_cents = ${rows[0]?.principal}, accrued_numerator = ${rows[0]?.accrued},
        accrued_through = '2026-11-21'`);
    }
  }

  test('is still paid, but not paid off, by earlier scheduled payments', async () => {
    const reference = await scheduleAch(47);
    await runInDispute(2);
    expect(await paymentOf(reference)).toMatchObject({ state: 'posted', amount_cents: 2_999 });
  });

  test('is not paid off by a recurring payment either', async () => {
    await recurAch(56, 'Weekly', '2026-11-24');
    await runInDispute(3);
    expect(await paymentsMade('newest')).toMatchObject([{ state: 'posted', amount_cents: 2_999 }]);
  });

  test('a scheduled payoff is declined, and the customer is notified', async () => {
    const reference = await scheduleAch(48);
    await sql`update payments set is_payoff = true where state = 'scheduled'`.execute(services.database);
    await runInDispute(2);
    expect(await paymentOf(reference)).toMatchObject({ state: 'declined' });
    expect(await newestMail()).toBe("Your scheduled payment didn't go through");
  });
});

describe('a loan in bankruptcy', () => {
  test('is not drawn on by earlier scheduled payments, and the customer is told that they are paused', async () => {
    const hold = (code: string) =>
      sql`update accounts set hold_code = ${code} where account_number = '101-005520-1'`.execute(services.database);
    const before = await scene.effects();
    const reference = await scheduleAch(49);
    await hold('BKR');
    try {
      await daysPass(2);
      await run();
      expect(await newestMail()).toBe('Your planned payments are paused');
    } finally {
      await hold('');
      await followHoldCodes(services, new AbortController().signal);
    }
    expect(await paymentOf(reference)).toBeUndefined();
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
    await recurAch(55, 'Weekly', '2026-11-24');
    await runAfter(3, change);
    const recurring = (await paymentsMade('newest')).map(({ state }) => state);
    expect(recurring).toEqual(drawn ? ['posted'] : []);
    const { rows: active } = await sql`select 1 from recurring_payments where state = 'active'`.execute(database);
    expect(active).toHaveLength(drawn ? 1 : 0);
    expect(await newestBody()).toMatch(says);

    await deletePlannedPayments();
    await daysPass(-3);
    await scheduleAch(46);
    await runAfter(2, change);
    expect(await newestBody()).toMatch(says);
    expect((await scene.effects()).entries).toBe(before.entries + (drawn ? 2 : 0));
  });

  async function runAfter(days: number, change: ReturnType<typeof sql>): Promise<void> {
    const { database } = services;
    await sql`update accounts set ${change} ${account}`.execute(database);
    try {
      scene.testApp.clock.moveOn({ hours: 24 * days });
      movedDays += days;
      await run();
    } finally {
      const before = sql`hidden_from_web = false, hold_code = '', customer_id = '400102'`;
      await sql`update accounts set ${before} ${account}`.execute(database);
    }
  }
});

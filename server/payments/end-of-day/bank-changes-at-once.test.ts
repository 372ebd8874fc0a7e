import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { refundPayment } from '#server/payments/operator/refund-payment.command.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, codeOf, createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { changed, returnFile } from '#tests/builders/return-file.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { readBankFile } from './make-bank-file.command.ts';
import { takeReturns } from './take-returns.command.ts';

const [monday, friday] = [day('2026-11-23'), '2026-11-27'];

/** One for each test, whose numbers a notice replaces, and the one the customer moves a payment to. */
const [refunded, edited, planned, other] = ['9081726354', '9081726361', '9081726372', '5550001111'] as const;

/** The demonstration's fee for a planned bank payment. */
const scheduledAchFee = 1;

let scene: PaymentScene;
let services: Services;
/** Of the draft from each of them, in the same order. */
let traces: string[];

// The embedded database has one connection, so nothing happens in it at the same time.
describe.runIf(process.env['PASSBOOK_TEST_DATABASE'] === 'postgres')('a notice of change that arrives while', () => {
  beforeAll(async () => {
    scene = await createPaymentScene({
      options: {
        'globalOptions.requireAchDraftAgreementOption': false,
        'paymentOptions.allowScheduledEdit': true,
      },
    });
    ({ services } = scene.testApp);
    await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(services.database);
    await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(services.database);
    for (const AccountNumber of [edited, planned, other]) {
      await scene.calls.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(scene.loan, { AccountNumber }));
    }
    for (const accountNumber of [refunded, edited, planned]) await pay(40, accountNumber);
    clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, new AbortController().signal);
    const text = (await readBankFile(services, monday))?.text ?? '';
    traces = [...text.matchAll(/^627.{75}\d(\d{15})$/gm)].map(([, trace = '']) => trace);
    clockAt('2026-11-24T09:00:00-05:00');
  });

  afterAll(() => scene.testApp.close());

  test('staff refund an unsent payment from the account is taken, and the payment refunded', async () => {
    await pay(41, refunded);
    const { rows } = await sql<{ id: string }>`
      select payment_id as id from payments where amount_cents = 4100`.execute(services.database);
    const paymentId = rows[0]?.id ?? '';
    const decision = { by: 'Ana', reason: 'asked for' };
    const guard = await hold((transaction) => lockGuard(transaction, accountSubject(scene.loan)));
    const refund = inTransaction(services.database, (transaction) =>
      refundPayment(services, transaction, paymentId, decision),
    );
    await untilWaiting(1);
    const taken = await takeReturns(services, returnFile([changed(traces[0] ?? '', 'C01', '9081726355')]));
    await guard.release();
    expect(await refund).toMatchObject({ ok: true });
    expect(taken).toMatchObject({ ok: true, value: { changed: [`C01 for entry ${traces[0]}`], failed: [] } });
  });

  test('the customer moves a payment to another account leaves that payment with the other one', async () => {
    const { calls, wanted } = await scheduleToEdit(43);
    const { rows } = await sql<{ id: string }>`
      select payment_id as id from payments where amount_cents = 4300`.execute(services.database);
    const numbers = await hold((transaction) =>
      sql`select from draft_instructions where instruction_id = ${rows[0]?.id}::uuid for update`.execute(transaction),
    );
    const edit = calls.post('/api/PaymentScheduled/Edit', wanted);
    await untilWaiting(1);
    const taken = takeReturns(services, returnFile([changed(traces[1] ?? '', 'C01', '9081726366')]));
    await untilWaiting(2);
    await numbers.release();
    expect(await edit).toMatchObject({ HasNoErrors: true });
    expect(await taken).toMatchObject({ ok: true, value: { changed: [`C01 for entry ${traces[1]}`] } });
    const { rows: payments } = await sql`
      select last_four from payments where amount_cents = 4300`.execute(services.database);
    expect(payments).toEqual([{ last_four: '1111' }]);
  });

  test('the customer plans a payment from the account asks them to look at it again', async () => {
    const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
    const guard = await hold((transaction) => lockGuard(transaction, accountSubject(scene.loan)));
    const plan = schedule(44, await profileEndingIn('6372'));
    await untilWaiting(1);
    const taken = await takeReturns(services, returnFile([changed(traces[2] ?? '', 'C01', '9081726377')]));
    await guard.release();
    expect(taken).toMatchObject({ ok: true });
    expect(codeOf(await plan)).toBe('PreviewChanged');
    expect((await calls.info(scene.loan)).ScheduledPayments).not.toContainEqual(
      expect.objectContaining({ PaymentAmount: 44 }),
    );
  });
});

interface Held {
  release(): Promise<void>;
}

/** Does this in a transaction of its own, which ends when it is released. */
async function hold(work: (transaction: Transaction) => Promise<unknown>): Promise<Held> {
  const done = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held = inTransaction(services.database, async (transaction) => {
    await work(transaction);
    done.resolve();
    await released.promise;
  });
  await Promise.race([done.promise, held]);
  return {
    async release() {
      released.resolve();
      await held;
    },
  };
}

/** Until as many transactions wait for a lock of another. */
async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(services.database);
        return rows[0]?.waiting;
      },
      { timeout: 4_000 },
    )
    .toBe(count);
}

function clockAt(instant: string): void {
  const { clock } = scene.testApp;
  clock.moveOn(clock.now().until(Temporal.Instant.from(instant)));
}

async function pay(amount: number, accountNumber: string): Promise<void> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const method = achBody(scene.loan, { AccountNumber: accountNumber });
  const submission = submissionBody({ info, loginName: 'li.wei', amount, method, fee: achFee });
  expect(await calls.submitAch(submission)).toMatchObject({ HasNoErrors: true });
}

async function profileEndingIn(lastFour: string): Promise<string> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const methods = await calls.methods(scene.loan);
  return methods.find(({ AchInfo }) => AchInfo?.AccountNumber.endsWith(lastFour))?.AchInfo?.ProfileId ?? '';
}

async function schedule(amount: number, profileId: string): Promise<Parameters<typeof codeOf>[0]> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const parts = { info, loginName: 'li.wei', amount, method: { ProfileId: profileId }, fee: scheduledAchFee };
  return calls.post('/api/PaymentScheduled/SubmitAch', withDetails(submissionBody(parts), { PaymentDate: friday }));
}

/** Schedules a payment, and returns what would move it to the other saved account. */
async function scheduleToEdit(amount: number) {
  expect(await schedule(amount, await profileEndingIn('6361'))).toMatchObject({ HasNoErrors: true });
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const wanted = {
    Token: info.EncryptedData,
    Payment: { EncryptedString: info.ScheduledPayments[0]?.EncryptedString, LoanAccountNumber: scene.loan },
    PaymentDate: friday,
    PaymentAmount: amount,
    FirstPartyFee: scheduledAchFee,
    ThirdPartyFee: 0,
    Method: { IsCard: false, ProfileId: await profileEndingIn('1111'), LastFour: '1111' },
  };
  return { calls, wanted };
}

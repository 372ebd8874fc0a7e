import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { runDuePaymentsJob } from '#server/payments/end-of-day/run-due-payments.job.ts';
import { paymentCalls, type SubmissionAnswer, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, debitFee, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';

/** Due on the 20th. */
const line = '103-000642-7';

let scene: PaymentScene;
let movedDays = 0;

beforeAll(async () => {
  scene = await createPaymentScene({ options: { 'paymentOptions.allowRecurringEdit': true } });
});

afterEach(async () => {
  scene.testApp.clock.moveOn({ hours: -24 * movedDays });
  movedDays = 0;
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(
    scene.testApp.services.database,
  );
});

afterAll(() => scene.testApp.close());

/** From Saturday, November 21, 2026. */
function daysPass(days: number): void {
  scene.testApp.clock.moveOn({ hours: 24 * days });
  movedDays += days;
}

async function prepare(RecurringOption: string, PaymentDate: string) {
  const calls = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
  const [card] = (await calls.methods(line)).filter(({ IsCard }) => IsCard);
  const info = await calls.info(line);
  const method = { ProfileId: card?.CardInfo?.ProfileId ?? '' };
  const parts = { info, loginName: 'margaret.okafor', amount: 0, method, fee: debitFee };
  const RecurringDetails = { RecurringOption, DaysBeforeDue: 0 };
  const body = { ...withDetails(submissionBody(parts), { PaymentDate }), RecurringDetails };
  return {
    calls,
    body,
    setUp: (Preview?: string) => calls.post<SubmissionAnswer>('/api/PaymentRecurring/SubmitCard', { ...body, Preview }),
  };
}

async function listed() {
  const calls = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
  return { calls, info: await calls.info(line) };
}

describe('an automatic payment of what is due on a line of credit', () => {
  test('begins no sooner than in ten days, in which the customer is told the amount', async () => {
    const nine = await prepare('DayOfMonth', '2026-11-30');
    expect(codeOf(await nine.setUp())).toBe('PaymentDateMinimumError');
    const ten = await prepare('DayOfMonth', '2026-12-01');
    expect(await ten.setUp()).toMatchObject({ HasNoErrors: true });
  });

  test('is never weekly', async () => {
    const { setUp } = await prepare('Weekly', '2026-12-08');
    expect(codeOf(await setUp())).toBe('Invalid');
  });

  test('is drawn on the day that was promised when it was set up five days before the due date', async () => {
    daysPass(24);
    const { calls, body, setUp } = await prepare('DaysBeforeDue', '2026-12-15');
    const { Method: _method, ...Payment } = body.Payment;
    const promised = await calls.post<Record<string, unknown>>('/api/PaymentPreview', {
      Payment,
      Method: { IsCard: true, DebitCreditType: 'DebitCard', IsSingleUse: false, LastFour: '4242' },
      RecurringDetails: body.RecurringDetails,
    });
    // December 25 is a holiday.
    expect(promised).toMatchObject({ HasNoErrors: true, DrawnOn: '2026-12-26' });
    expect(await setUp(String(promised['Preview']))).toMatchObject({ HasNoErrors: true });
    const { services } = scene.testApp;
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.body).toContain('The first payment is on 12/26/2026');
    expect((await listed()).info.RecurringPayment).toMatchObject({ Date: '2026-12-26' });

    const stopping = new AbortController().signal;
    daysPass(1);
    await runDuePaymentsJob.run(services, stopping);
    const [notice] = await listNewestMessages(services, 1);
    expect(notice?.subject).toMatch(/^Upcoming payment: \$[\d,.]+ on 12\/26\/2026$/);
    daysPass(10);
    await runDuePaymentsJob.run(services, stopping);
    const { rows } = await sql<{ on: string }>`
      select pay_on::text as on from payments where account_number = ${line} and timing = 'recurring' and state = 'posted'`.execute(
      services.database,
    );
    expect(rows).toEqual([{ on: '2026-12-26' }]);
  });

  test('that was set up weekly before can still be changed, and is drawn every two weeks', async () => {
    const { setUp } = await prepare('DayOfMonth', '2026-12-08');
    await setUp();
    await sql`update recurring_payments set recurring_option = 'Weekly' where state = 'active'`.execute(
      scene.testApp.services.database,
    );
    const { calls, info } = await listed();
    const edit = {
      Token: info.EncryptedData,
      Payment: { EncryptedString: info.RecurringPayment?.EncryptedData, LoanAccountNumber: line },
      PaymentDate: '2026-12-08',
      PaymentAmount: 0,
      FirstPartyFee: debitFee,
      ThirdPartyFee: 0,
      Method: null,
      AdditionalPrincipalAmount: 0,
      RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 },
    };
    expect(await calls.post('/api/PaymentRecurring/Edit', edit)).toMatchObject({ HasNoErrors: true });
    const again = await listed();
    const skip = { ...edit, Payment: { ...edit.Payment, EncryptedString: again.info.RecurringPayment?.EncryptedData } };
    const skipped = await again.calls.post('/api/PaymentRecurring/Skip', {
      Token: again.info.EncryptedData,
      Payment: skip.Payment,
    });
    expect(skipped).toMatchObject({ HasNoErrors: true });
    expect((await listed()).info.RecurringPayment).toMatchObject({ Date: '2026-12-22' });
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SchedulePreview } from '#common/payments/schedule-preview.api.ts';
import type { Day } from '#common/core/dates.ts';
import { achBody, type paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';

/** Saturday, November 21, 2026; the loan is due on December 12, with ten days of grace. */
let scene: PaymentScene;
let calls: ReturnType<typeof paymentCalls>;

beforeAll(async () => {
  scene = await createPaymentScene({ options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  calls = await scene.callsUnder({
    'paymentOptions.allowScheduledEdit': true,
    'paymentOptions.allowRecurringEdit': true,
    'paymentOptions.allowRecurringSkip': true,
    'globalOptions.requireAchDraftAgreementOption': false,
  });
});

afterAll(() => scene.testApp.close());

afterEach(async () => {
  const { database } = scene.testApp.services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
});

async function submissionOf(payOn: string, amount: number, fee: number) {
  const info = await calls.info(scene.loan);
  const draft = { info, loginName: 'li.wei', amount, method: achBody(scene.loan), fee };
  return withDetails(submissionBody(draft), { PaymentDate: payOn });
}

/** Identifies the changed payment. */
async function named(handleOf: (info: Awaited<ReturnType<typeof calls.info>>) => string | undefined) {
  const info = await calls.info(scene.loan);
  return {
    Token: info.EncryptedData,
    Payment: { EncryptedString: handleOf(info) ?? '', LoanAccountNumber: scene.loan },
  };
}

describe('the preview of a changed scheduled payment', () => {
  const change = { FirstPartyFee: 1, ThirdPartyFee: 0, Method: null };

  async function preview(changes: object): Promise<SchedulePreview> {
    const planned = await named((info) => info.ScheduledPayments[0]?.EncryptedString);
    return calls.post('/api/PaymentScheduled/PreviewEdit', { ...planned, ...change, ...changes });
  }

  async function schedule(): Promise<void> {
    const body = await submissionOf('2026-11-23', 40, 1);
    expect(await calls.post('/api/PaymentScheduled/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
  }

  async function dueOn(on: string): Promise<void> {
    await sql`update loans set next_due_on = ${on} from accounts
      where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(
      scene.testApp.services.database,
    );
  }

  test('shows day, amounts, fee, interest and balance before and after, without changing the payment', async () => {
    await schedule();
    const shown = await preview({ PaymentDate: '2026-11-30', PaymentAmount: 60 });
    expect(shown).toMatchObject({
      PaysTotalDue: false,
      Before: { DrawnOn: '2026-11-23', Amounts: { PaymentAmount: 40, FeeAmount: 1, TotalAmount: 41 } },
      After: { DrawnOn: '2026-11-30', Amounts: { PaymentAmount: 60, FeeAmount: 1, TotalAmount: 61 } },
      Late: null,
    });
    const { Before: before, After: after } = shown;
    expect(after.Outcome?.InterestPaid).toBeGreaterThan(before.Outcome?.InterestPaid ?? 0);
    expect((await calls.info(scene.loan)).ScheduledPayments).toMatchObject([
      { PaymentDate: '2026-11-23', PaymentAmount: 40 },
    ]);
  });

  test.each([
    ['in grace', '2026-12-15', false],
    ['past grace', '2026-12-16', true],
  ])('shows the late charge on a day %s', async (_, PaymentDate, PastGrace) => {
    await schedule();
    await dueOn('2026-12-05');
    const shown = await preview({ PaymentDate, PaymentAmount: 40 });
    await dueOn('2026-12-12');
    expect(shown.Late).toEqual({
      DueDate: '2026-12-05',
      PastGrace,
      LateCharge: { PayBy: '2026-12-15', Amount: expect.any(Number) as number },
    });
  });

  test('is refused for the same reasons as the change', async () => {
    await schedule();
    expect(await preview({ PaymentDate: '2026-11-26', PaymentAmount: 40 })).toMatchObject({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: 'PaymentDateHolidayError' }],
    });
  });
});

describe('a recurring payment near the end of its loan', () => {
  const onDueDate = { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 };

  async function previewAtTheEnd(principalOf: (installment: number) => number): Promise<SchedulePreview> {
    const { clock, database } = scene.testApp.services;
    const { RegularPaymentAmount: amount } = await calls.info(scene.loan);
    const body = { ...(await submissionOf(clock.today(), amount, 0)), RecurringDetails: onDueDate };
    expect(await calls.post('/api/PaymentRecurring/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
    const { rows } = await sql<{ next_due_on: Day; principal_cents: number; maturity_on: Day }>`
      select next_due_on, principal_cents, maturity_on from loans join accounts using (account_id)
      where account_number = ${scene.loan}`.execute(database);
    const before = rows[0];
    const change = (maturityOn: Day | undefined, cents: number | undefined) =>
      sql`update loans set maturity_on = ${maturityOn}, principal_cents = ${cents} from accounts
        where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(database);
    await change(before?.next_due_on, principalOf(amount * 100));
    try {
      const planned = await named((info) => info.RecurringPayment?.EncryptedData);
      const edit = {
        ...planned,
        PaymentDate: '2026-12-12',
        PaymentAmount: amount,
        AdditionalPrincipalAmount: 0,
        FirstPartyFee: 0,
        ThirdPartyFee: 0,
        Method: null,
        RecurringDetails: onDueDate,
      };
      return await calls.post('/api/PaymentRecurring/PreviewEdit', edit);
    } finally {
      await change(before?.maturity_on, before?.principal_cents);
    }
  }

  test('shows that the last payment covers the rest', async () => {
    const shown = await previewAtTheEnd((installment) => installment + 500);
    expect(shown).toMatchObject({ After: { LastInstallment: 'rest', Outcome: { BalanceAfter: 0 } } });
    const { RegularPaymentAmount: amount } = await calls.info(scene.loan);
    expect(shown.After.Amounts?.PaymentAmount).toBeGreaterThan(amount + 5);
  });

  test('shows that a balloon remains after it', async () => {
    const shown = await previewAtTheEnd((installment) => 3 * installment);
    const { RegularPaymentAmount: amount } = await calls.info(scene.loan);
    expect(shown).toMatchObject({ After: { LastInstallment: 'balloon', Amounts: { PaymentAmount: amount } } });
    expect(shown.After.Outcome?.BalanceAfter).toBeGreaterThan(amount);
  });
});

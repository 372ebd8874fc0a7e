import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentCalls } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
});

afterAll(() => scene.testApp.close());

async function withLoan<Answer>(change: string, work: () => Promise<Answer>): Promise<Answer> {
  const { database } = scene.testApp.services;
  const loan = sql`(select account_id from accounts where account_number = ${scene.loan})`;
  const { rows } = await sql<Record<string, unknown>>`select * from loans where account_id = ${loan}`.execute(database);
  await sql`update loans set ${sql.raw(change)} where account_id = ${loan}`.execute(database);
  const [column = ''] = change.split(' ');
  const answer = await work();
  await sql`update loans set ${sql.ref(column)} = ${rows[0]?.[column]} where account_id = ${loan}`.execute(database);
  return answer;
}

describe('the loan info', () => {
  test("returns the host's figures and the institution's fees and calendar", async () => {
    const info = await scene.calls.info(scene.loan);
    const loan = await scene.testApp.services.host.findLoan('400102', scene.loan, scene.testApp.clock.today());
    expect(info).toMatchObject({
      HasNoErrors: true,
      DueDate: loan?.dueOn,
      PaymentDetails: { LoanAccountNumber: scene.loan, PaymentDate: '2026-11-21', Company: 0 },
      PaymentOptions: {
        AllowACH: true,
        AllowCards: true,
        NumberDaysInPeriod: loan?.periodDays,
        FirstPartyFees: { ScheduledAchFee: 1, ECheckFeeAmount: 2, DebitCardFeeAmount: 3, CreditCardFeeAmount: 4.5 },
      },
      LoanBillingFrequency: 'Monthly',
      AdjustedACHPaymentDateAfterCutoffTime: null,
      RestrictionCode: '',
      accountType: 0,
      DefaultPaymentMethod: null,
    });
    expect(Math.round(info.PayOffAmount * 100)).toBe(loan?.payoffCents);
    expect(info.NonPaymentDays).toEqual(['2026-11-26', '2026-12-25', '2027-01-01', '2027-01-18', '2027-02-15']);
  });

  test('has a new handle every time', async () => {
    const first = await scene.calls.info(scene.loan);
    expect((await scene.calls.info(scene.loan)).EncryptedData).not.toBe(first.EncryptedData);
  });

  test('moves the draft to the next day after the cut-off', async () => {
    scene.testApp.clock.moveOn({ hours: 7 });
    const evening = paymentCalls(await scene.testApp.signIn('li.wei'));
    expect((await evening.info(scene.loan)).AdjustedACHPaymentDateAfterCutoffTime).toBe('2026-11-23');
    scene.testApp.clock.moveOn({ hours: -7 });
  });

  test.each([
    ['PaymentBlocked', 'online_blocked = true'],
    ['PaidOff', 'principal_cents = 0'],
  ])('is %s when the loan has %s', async (expected, change) => {
    expect(codeOf(await withLoan(change, () => scene.calls.info(scene.loan)))).toBe(expected);
  });

  test('is ChargedOff when the loan was charged off, whatever else blocks it', async () => {
    const { database } = scene.testApp.services;
    const change = (changes: string) =>
      sql`update loans set ${sql.raw(changes)} where account_id = (
        select account_id from accounts where account_number = ${scene.loan})`.execute(database);
    await change("charged_off_on = '2026-11-20', charged_off_cents = 1, online_blocked = true");
    expect(codeOf(await scene.calls.info(scene.loan))).toBe('ChargedOff');
    await change('charged_off_on = null, charged_off_cents = null, online_blocked = false');
  });

  test.each([
    ['ach_blocked = true', { AllowACH: false, AllowCards: true }],
    ['card_blocked = true', { AllowACH: true, AllowCards: false }],
  ])("shows the host's security message when the loan has %s", async (change, expected) => {
    const info = await withLoan(change, () => scene.calls.info(scene.loan));
    expect(info.PaymentOptions).toMatchObject(expected);
  });

  test('is NiteMode while the portal is under maintenance', async () => {
    const { database } = scene.testApp.services;
    await sql`update operating_state set maintenance = true`.execute(database);
    expect(codeOf(await scene.calls.info(scene.loan))).toBe('NiteMode');
    await sql`update operating_state set maintenance = false`.execute(database);
  });

  test("gives the same answer for another customer's loan as for one that does not exist", async () => {
    const answers = await Promise.all(
      ['101-004417-2', '999-999999-9'].map((accountNumber) =>
        scene.caller.call({
          method: 'GET',
          url: `/api/PaymentInformation/GetPaymentInfo?accountNumber=${accountNumber}`,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });
});

describe('around the loan info', () => {
  test("returns the institution's third-party fee", async () => {
    const body = {
      IsAch: false,
      IsCreditCard: false,
      IsDebitCard: true,
      IsImmediate: true,
      IsOneTime: true,
      IsRecurring: false,
      LoanNumber: scene.loan,
    };
    const fees = { 'paymentOptions.thirdPartyCardFee': 1.25, 'paymentOptions.thirdPartyAchFee': 0.5 };
    const under = await scene.callsUnder(fees);
    const url = '/api/PaymentInformation/GetThirdPartyFee';
    expect(await under.post(url, body)).toMatchObject({ ThirdPartyFeeAmount: 1.25 });
    expect(await under.post(url, { ...body, IsAch: true, IsDebitCard: false })).toMatchObject({
      ThirdPartyFeeAmount: 0.5,
    });
  });

  test('looks up a routing number and returns its bank, or not found', async () => {
    const url = '/api/ACHRoutingData?routingNumber=';
    const known = await scene.caller.call({ method: 'GET', url: `${url}411001012` });
    expect(known.json()).toMatchObject({ BankExists: true, Name: 'Harbor Community Bank', State: 'ME' });
    const unknown = await scene.caller.call({ method: 'GET', url: `${url}411001038` });
    expect(unknown.json()).toMatchObject({ BankExists: false, Name: '' });
  });
});

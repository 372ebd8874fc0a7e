import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostMessages } from '#common/payments/rules/host-messages.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, debitFee, withDetails } from '#tests/builders/payment-scene.ts';
import { createPlannedPaymentScene, monday, type PlannedPaymentScene } from '#tests/builders/planned-payment-scene.ts';

let scene: PlannedPaymentScene;

beforeAll(async () => {
  scene = await createPlannedPaymentScene();
});

afterAll(() => scene.testApp.close());

const recurring = async (details: object, amount: number, payOn = monday) => ({
  ...(await scene.submission(payOn, amount, 0)),
  RecurringDetails: details,
});

async function savedCard(): Promise<string> {
  const before = await scene.calls.methods(scene.loan);
  if (before.length === 0) {
    await scene.calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan));
  }
  const [method] = await scene.calls.methods(scene.loan);
  return method?.CardInfo?.ProfileId ?? '';
}

const weekly = { RecurringOption: 'Weekly', DaysBeforeDue: 0 };
const onDueDate = { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 };

describe('a recurring payment', () => {
  test('is set up, listed, limited to one per loan, and deleted', async () => {
    const answer = await scene.calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50));
    expect(answer).toMatchObject({ HasNoErrors: true });
    const info = await scene.calls.info(scene.loan);
    expect(info.RecurringPayment).toMatchObject({
      IsCard: false,
      Date: monday,
      TotalAmount: 50,
      AdditionalPrincipalAmount: 0,
      PaymentAccountNum: '6354',
      RecurringOption: 'Weekly',
      NumberOfDays: 0,
      CanDelete: true,
    });
    expect(codeOf(await scene.calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50)))).toBe('New');
    expect(codeOf(await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 50)))).toBe(
      'New',
    );
    const handle = info.RecurringPayment?.EncryptedData;
    const kept = await scene.callsUnder({ 'paymentOptions.allowRecurringDeletion': false });
    expect(codeOf(await kept.post('/api/PaymentRecurring/DeleteAch', scene.deletionOf(info, handle)))).toBe(
      hostMessages.recurringAchNotDeletable,
    );
    expect(await scene.remove('/api/PaymentRecurring/DeleteAch', info, handle)).toMatchObject({ HasNoErrors: true });
    expect((await scene.calls.info(scene.loan)).RecurringPayment).toBeNull();
  });

  test('by card needs a saved card', async () => {
    const info = await scene.calls.info(scene.loan);
    const once = submissionBody({ info, loginName: 'li.wei', amount: 50, method: cardBody(scene.loan), fee: debitFee });
    const body = { ...withDetails(once, { PaymentDate: monday }), RecurringDetails: weekly };
    expect(codeOf(await scene.calls.post('/api/PaymentRecurring/SubmitCard', body))).toBe('PayWithoutSaving');
    const ProfileId = await savedCard();
    const kept = { ...body, Payment: { ...body.Payment, Method: { ProfileId } } };
    expect(await scene.calls.post('/api/PaymentRecurring/SubmitCard', kept)).toMatchObject({ HasNoErrors: true });
    expect((await scene.calls.info(scene.loan)).RecurringPayment).toMatchObject({ IsCard: true, TotalAmount: 53 });
    await scene.clear();
  });

  test('is refused next to a scheduled payment, with different words next to two', async () => {
    await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 45));
    expect(codeOf(await scene.calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50)))).toBe(
      'Scheduled',
    );
    const calls = await scene.callsUnder({ 'paymentOptions.maxScheduledPaymentsPerLoan': 2 });
    await calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission('2026-11-24', 45));
    expect(codeOf(await calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50)))).toBe(
      'MultipleScheduled',
    );
    await scene.clear();
  });

  test("is refused with the host's message if its type may not recur, or by the loan's security", async () => {
    const calls = await scene.callsUnder({ 'paymentOptions.allowRecurringAch': false });
    expect(codeOf(await calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50)))).toBe(
      hostMessages.noRecurringAch,
    );
    const { database } = scene.testApp.services;
    await sql`update loans set recurring_blocked = true where account_id =
      (select account_id from accounts where account_number = ${scene.loan})`.execute(database);
    expect(codeOf(await scene.calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50)))).toBe(
      'ContactUs',
    );
    await sql`update loans set recurring_blocked = false`.execute(database);
  });

  test.each([
    // Its first payment was on the 24th, and each second one is two weeks later.
    ['SemiMonthly', '2026-11-24', ['2026-12-08'], ['2026-12-24', '2027-01-07']],
    // On the last day of a shorter month, and more than a month ahead.
    ['DayOfMonth', '2026-11-30', ['2026-12-30', '2027-01-30', '2027-02-28'], ['2027-03-30', '2027-04-30']],
    // Christmas and New Year's Day are holidays.
    ['Weekly', '2026-11-27', ['2026-12-04', '2026-12-11', '2026-12-18', '2026-12-26'], ['2027-01-02', '2027-01-08']],
  ])('every %s keeps the days it was agreed for when only its amount is changed', async (option, on, before, after) => {
    const calls = await scene.callsUnder({
      'paymentOptions.allowRecurringEdit': true,
      'paymentOptions.allowRecurringSkip': true,
    });
    const rhythm = { RecurringOption: option, DaysBeforeDue: 0 };
    expect(await calls.post('/api/PaymentRecurring/SubmitAch', await recurring(rhythm, 50, on))).toMatchObject({
      HasNoErrors: true,
    });
    const named = async () => {
      const info = await calls.info(scene.loan);
      return scene.deletionOf(info, info.RecurringPayment?.EncryptedData);
    };
    const skip = async () =>
      (await calls.post<{ NextDate: string }>('/api/PaymentRecurring/Skip', await named())).NextDate;
    for (const next of before) expect(await skip()).toBe(next);
    const unchanged = { Method: null, FirstPartyFee: 0, ThirdPartyFee: 0, AdditionalPrincipalAmount: 0 };
    const edit = { ...unchanged, PaymentDate: before.at(-1), PaymentAmount: 60, RecurringDetails: rhythm };
    const edited = await calls.post('/api/PaymentRecurring/Edit', { ...(await named()), ...edit });
    expect(edited).toMatchObject({ HasNoErrors: true });
    expect((await calls.info(scene.loan)).RecurringPayment).toMatchObject({ Date: before.at(-1), PaymentAmount: 60 });
    for (const next of after) expect(await skip()).toBe(next);
    await scene.clear();
  });

  test('is changed and skipped in one step', async () => {
    const calls = await scene.callsUnder({
      'paymentOptions.allowRecurringEdit': true,
      'paymentOptions.allowRecurringSkip': true,
    });
    await calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50));
    const info = await calls.info(scene.loan);
    const named = scene.deletionOf(info, info.RecurringPayment?.EncryptedData);
    expect(await calls.post('/api/PaymentRecurring/PreviewSkip', named)).toMatchObject({
      Before: { DrawnOn: '2026-11-23', Amounts: { TotalAmount: 50 } },
      After: { DrawnOn: '2026-11-30', Amounts: { TotalAmount: 50 }, LastInstallment: 'none' },
      Late: null,
    });
    expect(await calls.post('/api/PaymentRecurring/Skip', named)).toMatchObject({ NextDate: '2026-11-30' });
    const skipped = await calls.info(scene.loan);
    const edit = {
      ...scene.deletionOf(skipped, skipped.RecurringPayment?.EncryptedData),
      PaymentDate: '2026-11-25',
      PaymentAmount: 60,
      FirstPartyFee: 0,
      ThirdPartyFee: 0,
      Method: null,
      AdditionalPrincipalAmount: 0,
      RecurringDetails: { RecurringOption: 'BiWeekly', DaysBeforeDue: 0 },
    };
    const promised = await calls.post('/api/PaymentRecurring/PreviewEdit', edit);
    expect(promised).toMatchObject({
      Before: { DrawnOn: '2026-11-30', Amounts: { PaymentAmount: 50 } },
      After: { DrawnOn: '2026-11-25', Amounts: { PaymentAmount: 60, FeeAmount: 0, TotalAmount: 60 } },
      Late: null,
    });
    const refused = { ...edit, PaymentAmount: 1_000_000 };
    expect(codeOf(await calls.post('/api/PaymentRecurring/PreviewEdit', refused))).toBe('PaymentAmountMaximumError');
    expect((await calls.info(scene.loan)).RecurringPayment).toMatchObject({ Date: '2026-11-30', TotalAmount: 50 });
    expect(await calls.post('/api/PaymentRecurring/Edit', edit)).toMatchObject({ HasNoErrors: true });
    expect((await calls.info(scene.loan)).RecurringPayment).toMatchObject({
      RecurringOption: 'BiWeekly',
      Date: '2026-11-25',
      TotalAmount: 60,
    });
    expect(await scene.newestMails(3)).toEqual([
      'Your upcoming payment was changed',
      'Your next recurring payment will be skipped',
      'Your recurring payment is set up',
    ]);
    await scene.clear();
  });

  test('is skipped once when the answer was lost, or from a window that still shows the skipped payment', async () => {
    const calls = await scene.callsUnder({ 'paymentOptions.allowRecurringSkip': true });
    await calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50));
    const info = await calls.info(scene.loan);
    const named = scene.deletionOf(info, info.RecurringPayment?.EncryptedData);
    const answers = await Promise.all(
      [1, 2, 3].map(() => calls.post<Parameters<typeof codeOf>[0]>('/api/PaymentRecurring/Skip', named)),
    );
    expect(answers.map((answer) => codeOf(answer) ?? 'skipped').toSorted()).toEqual([
      'PaymentChanged',
      'PaymentChanged',
      'skipped',
    ]);
    expect((await calls.info(scene.loan)).RecurringPayment).toMatchObject({ Date: '2026-11-30' });
    await scene.clear();
  });

  test("of a past-due loan can't be skipped twice in a row", async () => {
    const calls = await scene.callsUnder({ 'paymentOptions.allowRecurringSkip': true });
    const { database } = scene.testApp.services;
    await calls.post('/api/PaymentRecurring/SubmitAch', await recurring(weekly, 50));
    const { rows } = await sql<{ next_due_on: string }>`select next_due_on from loans join accounts using (account_id)
      where account_number = ${scene.loan}`.execute(database);
    const dueOn = (on: string | undefined) =>
      sql`update loans set next_due_on = ${on} where account_id =
        (select account_id from accounts where account_number = ${scene.loan})`.execute(database);
    const named = async () => {
      const info = await calls.info(scene.loan);
      return scene.deletionOf(info, info.RecurringPayment?.EncryptedData);
    };
    const skip = async () => calls.post<Parameters<typeof codeOf>[0]>('/api/PaymentRecurring/Skip', await named());
    const preview = async () =>
      calls.post<Parameters<typeof codeOf>[0]>('/api/PaymentRecurring/PreviewSkip', await named());
    await dueOn('2026-10-12');
    try {
      expect(await preview()).toMatchObject({ After: { DrawnOn: '2026-11-30' }, Late: { DueDate: '2026-10-12' } });
      expect(await skip()).toMatchObject({ NextDate: '2026-11-30' });
      expect((await calls.info(scene.loan)).RecurringPayment).toMatchObject({ CanSkip: false });
      expect(codeOf(await preview())).toBe('ContactUs');
      expect(codeOf(await skip())).toBe('ContactUs');
    } finally {
      await dueOn(rows[0]?.next_due_on);
    }
    expect(await skip()).toMatchObject({ NextDate: '2026-12-07' });
    await scene.clear();
  });

  test('on the due date starts with the next one, moved past non-payment days', async () => {
    const info = await scene.calls.info(scene.loan);
    const body = await recurring(onDueDate, info.RegularPaymentAmount, '2026-11-21');
    expect(await scene.calls.post('/api/PaymentRecurring/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
    const { RecurringPayment: set } = await scene.calls.info(scene.loan);
    expect(set?.Date).toBe(info.UpcomingDueDays[0]);
    await scene.clear();
  });

  test('needs an opened agreement where the institution requires one', async () => {
    const calls = await scene.callsUnder({ 'globalOptions.requireAchDraftAgreementOption': true });
    const body = await recurring(weekly, 50);
    expect(codeOf(await calls.post('/api/PaymentRecurring/SubmitAch', body))).toBe('DraftAgreement');
    const { PassableToken } = await calls.post<{ PassableToken: string }>(
      '/api/AchDraftAgreement/PrepareAchDraftAgreementPreview',
      {
        LoanAccountNumber: scene.loan,
        AchInfo: body.Payment.Method,
        Amount: 50,
        AdditionalPrincipal: 0,
        LocalTimeOffset: 300,
        daysBeforeDue: 0,
        RecurringOption: 'Weekly',
        PaymentDate: monday,
      },
    );
    const withAgreement = { ...body, AchDraftAgreementToken: PassableToken };
    expect(codeOf(await calls.post('/api/PaymentRecurring/SubmitAch', withAgreement))).toBe('DraftAgreement');
    const page = await scene.caller.call({
      method: 'GET',
      url: `/api/AchDraftAgreement/RenderACHDraftAgreementPreview?token=${PassableToken}`,
    });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Every week, starting 11/23/2026');
    expect(page.body).not.toContain('9081726354');
    const other = withDetails(withAgreement, { PaymentAmount: 51 });
    expect(codeOf(await calls.post('/api/PaymentRecurring/SubmitAch', other))).toBe('DraftAgreement');
    expect(await calls.post('/api/PaymentRecurring/SubmitAch', withAgreement)).toMatchObject({ HasNoErrors: true });
    const { List } = (await scene.caller.call({ method: 'GET', url: '/api/AchDraftAgreement/GetACHDrafts' })).json<{
      List: { Id: string; LoanAccountNumber: string }[];
    }>();
    expect(List).toMatchObject([{ LoanAccountNumber: scene.loan }]);
    const ticket = await scene.caller.call({
      method: 'GET',
      url: `/api/PassableToken/GetPassableToken?action=achDraft&object=${List[0]?.Id}`,
    });
    const kept = await scene.caller.call({
      method: 'GET',
      url: `/api/AchDraftAgreement/RenderACHDraftAgreement?guid=${List[0]?.Id}&token=${ticket.json<{ PassableToken: string }>().PassableToken}`,
    });
    expect(kept.body).toBe(page.body);
    await expect(sql`update draft_agreements set html = ''`.execute(scene.testApp.services.database)).rejects.toThrow(
      'append-only',
    );
    await scene.clear();
  });
});

describe('a fee', () => {
  test('is shown in the list and the email for a line of credit that pays the total due', async () => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const line = '103-000642-7';
    const [card] = (await margaret.methods(line)).filter(({ IsCard }) => IsCard);
    const info = await margaret.info(line);
    const method = { ProfileId: card?.CardInfo?.ProfileId ?? '' };
    const parts = { info, loginName: 'margaret.okafor', amount: 0, method, fee: debitFee };
    const body = { ...submissionBody(parts), RecurringDetails: onDueDate };
    expect(await margaret.post('/api/PaymentRecurring/SubmitCard', body)).toMatchObject({ HasNoErrors: true });
    expect((await margaret.info(line)).RecurringPayment).toMatchObject({
      PaysTotalDue: true,
      TotalAmount: 0,
      FeeAmount: debitFee,
    });
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.body).toContain('of the total due that day plus a fee of $3.00 for loan');
    await scene.clear();
  });
});

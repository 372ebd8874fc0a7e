import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostMessages } from '#common/payments/rules/host-messages.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { achBody, cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, debitFee, withDetails } from '#tests/builders/payment-scene.ts';
import {
  createPlannedPaymentScene,
  monday,
  type PlannedPaymentScene,
  scheduledAchFee,
} from '#tests/builders/planned-payment-scene.ts';

let scene: PlannedPaymentScene;

beforeAll(async () => {
  scene = await createPlannedPaymentScene();
});

afterAll(() => scene.testApp.close());

const newKey = () => crypto.randomUUID();

describe('a scheduled payment', () => {
  test('is scheduled once, listed, and deleted with a new token', async () => {
    const body = await scene.submission(monday, 40);
    const key = newKey();
    const first = await scene.calls.post<{ ReferenceNumber: string }>('/api/PaymentScheduled/SubmitAch', body, {
      'idempotency-key': key,
    });
    expect(first).toMatchObject({ HasNoErrors: true });
    expect(await scene.calls.post('/api/PaymentScheduled/SubmitAch', body, { 'idempotency-key': key })).toEqual(first);
    const info = await scene.calls.info(scene.loan);
    expect(info.ScheduledPayments).toEqual([
      {
        EncryptedString: expect.any(String) as string,
        ReferenceNumber: first.ReferenceNumber,
        IsCard: false,
        AccountNumber: '6354',
        CardGoodThrough: null,
        PaymentDate: monday,
        PaymentAmount: 40,
        TotalAmount: 41,
        FeeAmount: 1,
        IsPayoff: false,
        HasBeenPosted: false,
        Paused: false,
        CanDelete: true,
        CanEdit: info.ScheduledPayments[0]?.CanEdit,
      },
    ]);
    expect(info).toMatchObject({ numScheduledPayments: 1, loanHasRecurringPmt: false });
    const deleted = await scene.remove(
      '/api/PaymentScheduled/DeleteAch',
      info,
      info.ScheduledPayments[0]?.EncryptedString,
    );
    expect(deleted).toMatchObject({ HasNoErrors: true, Token: expect.any(String) as string });
    expect((await scene.calls.info(scene.loan)).ScheduledPayments).toEqual([]);
    expect(await scene.newestMails(2)).toEqual(['Your upcoming payment was deleted', 'Your payment is scheduled']);
  });

  test.each([
    ['today', '2026-11-21', 'PaymentDateMinimumError'],
    ['in the past', '2026-11-20', 'PaymentDateMinimumError'],
    ['on a holiday', '2026-11-26', 'PaymentDateHolidayError'],
    ['after the period', '2026-12-22', 'PaymentDateMaximumError'],
  ])('%s is refused', async (_what, payOn, expected) => {
    expect(codeOf(await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(payOn, 40)))).toBe(
      expected,
    );
  });

  test('on a weekend is refused where weekends are not payment days', async () => {
    const calls = await scene.callsUnder({ 'paymentOptions.allowWeekendAchDates': false });
    expect(codeOf(await calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission('2026-11-22', 40)))).toBe(
      'PaymentDateWeekendError',
    );
  });

  test('beyond the quota is refused', async () => {
    await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 41));
    const calls = await scene.callsUnder({ 'paymentOptions.maxScheduledPaymentsPerLoan': 1 });
    expect(codeOf(await calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 42)))).toBe(
      'ReachedMaxScheduledAllowed',
    );
    await scene.clear();
  });

  test("with an unsaved card, or a type that can't be scheduled, is refused", async () => {
    const info = await scene.calls.info(scene.loan);
    const body = withDetails(
      submissionBody({ info, loginName: 'li.wei', amount: 40, method: cardBody(scene.loan), fee: debitFee }),
      { PaymentDate: monday },
    );
    expect(codeOf(await scene.calls.post('/api/PaymentScheduled/SubmitCard', body))).toBe('MustSavePaymentMethod');
    const calls = await scene.callsUnder({
      'paymentOptions.allowScheduledCard': false,
      'paymentOptions.allowScheduledAch': false,
    });
    expect(codeOf(await calls.post('/api/PaymentScheduled/SubmitCard', body))).toBe(hostMessages.noScheduledCard);
    expect(codeOf(await calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 40)))).toBe(
      hostMessages.noScheduledAch,
    );
  });

  test('cannot be deleted where the institution forbids it, or once it is in progress', async () => {
    await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 43));
    const info = await scene.calls.info(scene.loan);
    const item = info.ScheduledPayments[0]?.EncryptedString;
    const under = await scene.callsUnder({ 'paymentOptions.allowScheduledDeletion': false });
    const body = scene.deletionOf(info, item);
    expect(codeOf(await under.post('/api/PaymentScheduled/DeleteAch', body))).toBe(
      hostMessages.scheduledAchNotChangeable,
    );
    expect(codeOf(await scene.calls.post('/api/PaymentScheduled/DeleteCard', body))).toBe('Deleting');
    await sql`update payments set state = 'submitting', leased_until = now() where state = 'scheduled'`.execute(
      scene.testApp.services.database,
    );
    expect(codeOf(await scene.calls.post('/api/PaymentScheduled/DeleteAch', body))).toBe(
      hostMessages.scheduledAchNotChangeable,
    );
    await sql`update payments set state = 'cancelled', leased_until = null where state = 'submitting'`.execute(
      scene.testApp.services.database,
    );
  });

  test('cannot be deleted by another customer with a stolen handle', async () => {
    await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 44));
    const info = await scene.calls.info(scene.loan);
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const her = await margaret.info('101-004417-2');
    const body = {
      Token: her.EncryptedData,
      Payment: {
        EncryptedString: info.ScheduledPayments[0]?.EncryptedString,
        LoanAccountNumber: '101-004417-2',
      },
    };
    expect(codeOf(await margaret.post('/api/PaymentScheduled/DeleteAch', body))).toBe('Deleting');
    expect((await scene.calls.info(scene.loan)).ScheduledPayments).toHaveLength(1);
    await scene.clear();
  });

  test('is changed in one step, and not to a holiday', async () => {
    await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 45));
    const calls = await scene.callsUnder({ 'paymentOptions.allowScheduledEdit': true });
    const info = await calls.info(scene.loan);
    const edit = {
      ...scene.deletionOf(info, info.ScheduledPayments[0]?.EncryptedString),
      PaymentDate: '2026-11-24',
      PaymentAmount: 46.5,
      FirstPartyFee: scheduledAchFee,
      ThirdPartyFee: 0,
      Method: null,
    };
    expect(codeOf(await calls.post('/api/PaymentScheduled/Edit', { ...edit, PaymentDate: '2026-11-26' }))).toBe(
      'PaymentDateHolidayError',
    );
    expect(await calls.post('/api/PaymentScheduled/Edit', edit)).toMatchObject({ HasNoErrors: true });
    expect((await calls.info(scene.loan)).ScheduledPayments).toMatchObject([
      { PaymentDate: '2026-11-24', PaymentAmount: 46.5, TotalAmount: 47.5 },
    ]);
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('Your upcoming payment was changed');
    expect(mail?.body).toContain(
      "It's now $47.50 ($46.50 payment + $1.00 fee) on 11/24/2026, from your bank account ending in 6354",
    );
    await scene.clear();
  });

  test('is not changed from a window that shows it as it was before, but can be deleted there', async () => {
    await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission(monday, 45));
    const calls = await scene.callsUnder({ 'paymentOptions.allowScheduledEdit': true });
    const info = await calls.info(scene.loan);
    const named = scene.deletionOf(info, info.ScheduledPayments[0]?.EncryptedString);
    const fees = { FirstPartyFee: scheduledAchFee, ThirdPartyFee: 0, Method: null };
    const edit = { ...named, ...fees, PaymentDate: '2026-11-24', PaymentAmount: 46.5 };
    expect(await calls.post('/api/PaymentScheduled/Edit', edit)).toMatchObject({ HasNoErrors: true });
    const other = { ...named, ...fees, PaymentDate: monday, PaymentAmount: 80 };
    for (const address of ['/api/PaymentScheduled/PreviewEdit', '/api/PaymentScheduled/Edit']) {
      expect(codeOf(await calls.post(address, other)), address).toBe('PaymentChanged');
    }
    expect((await calls.info(scene.loan)).ScheduledPayments).toMatchObject([
      { PaymentDate: '2026-11-24', PaymentAmount: 46.5 },
    ]);
    expect(await calls.post('/api/PaymentScheduled/DeleteAch', named)).toMatchObject({ HasNoErrors: true });
    await scene.clear();
  });
});

describe('a preview', () => {
  const preview = async (details: object = {}, amount = 60) => {
    const { Payment } = withDetails(await scene.submission('2026-11-21', amount, 2), details);
    const { Method: _method, ...payment } = Payment;
    return scene.calls.post<Record<string, unknown>>('/api/PaymentPreview', {
      Payment: payment,
      Method: { IsCard: false, DebitCreditType: null, IsSingleUse: true, LastFour: '6354' },
      RecurringDetails: null,
    });
  };

  test('matches what the payment then does', async () => {
    const promised = await preview();
    expect(promised).toMatchObject({
      HasNoErrors: true,
      TotalAmount: 62,
      PaymentDate: '2026-11-21',
      DrawnOn: '2026-11-21',
      // On a Saturday: the file of Monday, effective on Tuesday.
      BankTakesOn: '2026-11-24',
      Effects: [],
      StoppableThrough: null,
    });
    const body = { ...(await scene.submission('2026-11-21', 60, 2)), Preview: promised['Preview'] };
    expect(await scene.calls.submitAch(body)).toMatchObject({ HasNoErrors: true });
    const after = await scene.calls.info(scene.loan);
    expect(after.Balance).toBe((promised['Outcome'] as { BalanceAfter: number }).BalanceAfter);
    expect(after.DueDate).toBe((promised['Outcome'] as { NextDueDateAfter: string }).NextDueDateAfter);
  });

  test.each([
    ['before the cut-off', { days: 2, hours: 0 }, '2026-11-23', '2026-11-24'],
    ['after the cut-off', { days: 2, hours: 8 }, '2026-11-24', '2026-11-25'],
    ['after the cut-off before a holiday', { days: 4, hours: 8 }, '2026-11-27', '2026-11-30'],
  ])('promises the effective day of the file it leaves with, made %s', async (_when, later, fileOn, effectiveOn) => {
    const { clock, services } = scene.testApp;
    clock.moveOn(later);
    const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
    const info = await calls.info(scene.loan);
    const body = submissionBody({ info, loginName: 'li.wei', amount: 21, method: achBody(scene.loan), fee: 2 });
    const { Method: _method, ...payment } = body.Payment;
    const promised = await calls.post<Record<string, unknown>>('/api/PaymentPreview', {
      Payment: payment,
      Method: { IsCard: false, DebitCreditType: null, IsSingleUse: true, LastFour: '6354' },
      RecurringDetails: null,
    });
    expect(promised).toMatchObject({ DrawnOn: info.PaymentDetails.PaymentDate, BankTakesOn: effectiveOn });
    expect((await calls.submitAch({ ...body, Preview: promised['Preview'] })).HasNoErrors).toBe(true);
    const { rows } = await sql<{ file_on: string }>`
      select file_on from ach_entries order by created_at desc limit 1`.execute(services.database);
    expect(rows).toEqual([{ file_on: fileOn }]);
    clock.moveOn({ days: -later.days, hours: -later.hours });
  });

  test('that is outdated, altered or too old is refused', async () => {
    const promised = String((await preview())['Preview']);
    const with_ = async (Preview: string, amount = 60) =>
      codeOf(await scene.calls.submitAch({ ...(await scene.submission('2026-11-21', amount, 2)), Preview }));
    expect(await with_(promised, 61)).toBe('PreviewChanged');
    expect(await with_(`9${promised}`)).toBe('PreviewChanged');
    expect(await with_('nonsense')).toBe('PreviewChanged');
    await scene.calls.submitAch(await scene.submission('2026-11-21', 5, 2));
    expect(await with_(promised)).toBe('PreviewChanged');
    const fresh = String((await preview())['Preview']);
    scene.testApp.clock.moveOn({ minutes: 11 });
    const later = paymentCalls(await scene.testApp.signIn('li.wei'));
    const info = await later.info(scene.loan);
    const body = submissionBody({ info, loginName: 'li.wei', amount: 60, method: achBody(scene.loan), fee: 2 });
    expect(codeOf(await later.submitAch({ ...body, Preview: fresh }))).toBe('PreviewChanged');
    scene.testApp.clock.moveOn({ minutes: -11 });
  });

  test('says that a payment can be deleted through the day before it is drawn, which the agreement says too', async () => {
    // Draws on Monday, November 30, so through a Sunday.
    const later = { PaymentDate: '2026-11-30', FirstPartyFee: scheduledAchFee };
    expect(await preview(later)).toMatchObject({ DrawnOn: '2026-11-30', StoppableThrough: '2026-11-29' });
    expect(scene.testApp.services.institution.texts['achDraft.revocation']).toContain(
      'the day before the payment date',
    );
    const forbidden = {
      'paymentOptions.allowScheduledDeletion': false,
      'paymentOptions.useScheduledPaymentManager': false,
    };
    expect(await scene.testApp.withOptions(forbidden, () => preview(later))).toMatchObject({ StoppableThrough: null });
    await scene.calls.post('/api/PaymentScheduled/SubmitAch', await scene.submission('2026-11-30', 60));
    scene.testApp.clock.moveOn({ hours: 24 * 8 });
    const sunday = paymentCalls(await scene.testApp.signIn('li.wei'));
    const info = await sunday.info(scene.loan);
    const deletion = scene.deletionOf(info, info.ScheduledPayments[0]?.EncryptedString);
    expect(await sunday.post('/api/PaymentScheduled/DeleteAch', deletion)).toMatchObject({ HasNoErrors: true });
    scene.testApp.clock.moveOn({ hours: -24 * 8 });
  });

  test("of a payment that can't be made gives the reason", async () => {
    expect(codeOf((await preview({ PaymentDate: '2026-11-26', FirstPartyFee: 1 })) as never)).toBe(
      'PaymentDateHolidayError',
    );
    expect(codeOf((await preview({ PaymentAmount: 1_000_000 })) as never)).toBe('PaymentAmountMaximumError');
  });
});

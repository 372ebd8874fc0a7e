import { changeHoldCode } from '#server/accounts/servicing/change-hold-code.command.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, debitFee, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { warnOfExpiringCards } from '#server/payments/settlement/warn-of-expiring-cards.command.ts';

/** Saturday, November 21, 2026; the loan is due on December 5. */
const monday = '2026-11-23';
const inDecember = '2026-12-01';
const weekly = { RecurringOption: 'Weekly', DaysBeforeDue: 0 };
const onDueDate = { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 };

const expiresInNovember = { CardNumber: '4242424242424242', ExpirationDate: '11/26' };
const lasts = { CardNumber: '5555555555554444', CardType: 'master', ExpirationDate: '12/30' } as const;

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({
    options: { 'paymentOptions.allowScheduledEdit': true, 'paymentOptions.allowRecurringEdit': true },
  });
});

afterAll(() => scene.testApp.close());

afterEach(async () => {
  const { database } = scene.testApp.services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  await sql`delete from saved_cards`.execute(database);
  await sql`delete from card_expiry_notices`.execute(database);
});

async function save(changes: Parameters<typeof cardBody>[1]): Promise<string> {
  await scene.calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan, changes));
  const lastFour = changes?.CardNumber?.slice(-4);
  const saved = (await scene.calls.methods(scene.loan)).find(({ CardInfo }) =>
    CardInfo?.CardNumber.endsWith(lastFour ?? ''),
  );
  return saved?.CardInfo?.ProfileId ?? '';
}

type Answer = Parameters<typeof codeOf>[0];

async function bodyOf(profileId: string, payOn: string) {
  const info = await scene.calls.info(scene.loan);
  const parts = { info, loginName: 'li.wei', amount: 40, method: { ProfileId: profileId }, fee: debitFee };
  return withDetails(submissionBody(parts), { PaymentDate: payOn });
}

async function schedule(profileId: string, payOn: string): Promise<Answer> {
  return scene.calls.post('/api/PaymentScheduled/SubmitCard', await bodyOf(profileId, payOn));
}

async function recur(profileId: string, payOn: string, details = weekly): Promise<Answer> {
  const body = { ...(await bodyOf(profileId, payOn)), RecurringDetails: details };
  return scene.calls.post('/api/PaymentRecurring/SubmitCard', body);
}

describe('a card that expires before the payment day', () => {
  test('is refused for that day and accepted up to the last day of its month', async () => {
    const profileId = await save(expiresInNovember);
    expect(codeOf(await schedule(profileId, inDecember))).toBe('CardExpiresBefore');
    expect(await schedule(profileId, '2026-11-30')).toMatchObject({ HasNoErrors: true });
  });

  test('cannot start a recurring payment, with a chosen day or following the due date', async () => {
    const profileId = await save(expiresInNovember);
    expect(codeOf(await recur(profileId, inDecember))).toBe('CardExpiresBefore');
    const { RegularPaymentAmount } = await scene.calls.info(scene.loan);
    const body = withDetails(await bodyOf(profileId, '2026-11-21'), { PaymentAmount: RegularPaymentAmount });
    const due = { ...body, RecurringDetails: onDueDate };
    expect(codeOf(await scene.calls.post<Answer>('/api/PaymentRecurring/SubmitCard', due))).toBe('CardExpiresBefore');
  });

  test('cannot pay a payment that is moved, even after the card was deleted', async () => {
    const profileId = await save(expiresInNovember);
    await schedule(profileId, monday);
    await scene.calls.post('/api/PaymentMethod/DeleteCardPayment', { ProfileId: profileId });
    const info = await scene.calls.info(scene.loan);
    expect(info.ScheduledPayments).toMatchObject([{ CardGoodThrough: '2026-11-30' }]);
    const edit = {
      Token: info.EncryptedData,
      Payment: { EncryptedString: info.ScheduledPayments[0]?.EncryptedString, LoanAccountNumber: scene.loan },
      PaymentDate: inDecember,
      PaymentAmount: 40,
      FirstPartyFee: debitFee,
      ThirdPartyFee: 0,
      Method: null,
    };
    expect(codeOf(await scene.calls.post<Answer>('/api/PaymentScheduled/Edit', edit))).toBe('CardExpiresBefore');
    const moved = { ...edit, PaymentDate: '2026-11-24' };
    expect(await scene.calls.post('/api/PaymentScheduled/Edit', moved)).toMatchObject({ HasNoErrors: true });
  });

  test('cannot stay on a changed payment once the institution no longer takes its kind', async () => {
    const profileId = await save({ ...lasts, DebitCreditType: 'CreditCard' });
    const fees = (await scene.calls.info(scene.loan)).PaymentOptions.FirstPartyFees;
    const credit = withDetails(await bodyOf(profileId, monday), { FirstPartyFee: fees.CreditCardFeeAmount });
    expect(await scene.calls.post('/api/PaymentScheduled/SubmitCard', credit)).toMatchObject({ HasNoErrors: true });
    const calls = await scene.callsUnder({ 'paymentOptions.debitOnly': true });
    const info = await calls.info(scene.loan);
    const edit = {
      Token: info.EncryptedData,
      Payment: { EncryptedString: info.ScheduledPayments[0]?.EncryptedString, LoanAccountNumber: scene.loan },
      PaymentDate: '2026-11-24',
      PaymentAmount: 40,
      FirstPartyFee: fees.CreditCardFeeAmount,
      ThirdPartyFee: 0,
      Method: null,
    };
    expect(codeOf(await calls.post<Answer>('/api/PaymentScheduled/Edit', edit))).toBe('We do not accept Credit Cards.');
  });
});

describe('the notice of an expiring card', () => {
  const warn = () => warnOfExpiringCards(scene.testApp.services, new AbortController().signal);

  test('is emailed once for a recurring payment, 30 days ahead', async () => {
    await recur(await save({ ...lasts, ExpirationDate: '12/26' }), monday);
    expect(await warn()).toBe(0);
    scene.testApp.clock.moveOn({ hours: 24 * 10 });
    try {
      expect([await warn(), await warn()]).toEqual([1, 0]);
    } finally {
      scene.testApp.clock.moveOn({ hours: -24 * 10 });
    }
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.body).toContain(
      `for ${scene.loan} come from your card ending in 4444. That card is good through 12/31/2026.`,
    );
  });

  test('is not emailed for a one-time payment before the card expires', async () => {
    await schedule(await save(expiresInNovember), monday);
    expect(await warn()).toBe(0);
  });
});

interface Listed {
  readonly Payments: {
    ReferenceNumber: string;
    IsRecurring: boolean;
    Paused: boolean;
    FeeAmount: number;
    FeeAfter: number | null;
  }[];
}

describe('a saved method that payments are drawn from', () => {
  const reference = (ProfileId: string) => ({ IsCard: true, ProfileId });
  const list = (profileId: string, replacement: string | null = null) =>
    scene.calls.post<Listed>('/api/PaymentMethod/GetPaymentsOfMethod', {
      Method: reference(profileId),
      Replacement: replacement === null ? null : reference(replacement),
    });
  const remove = (ProfileId: string, StopPayments?: boolean) =>
    scene.calls.post<Answer>('/api/PaymentMethod/DeleteCardPayment', { ProfileId, StopPayments });

  test('lists its payments and stops all of them when deleted with them', async () => {
    const lost = await save(expiresInNovember);
    const other = await save(lasts);
    await schedule(lost, monday);
    await schedule(other, '2026-11-25');
    expect((await list(lost)).Payments).toMatchObject([{ IsRecurring: false, FeeAmount: debitFee, FeeAfter: null }]);
    expect(await remove(lost, true)).toMatchObject({ HasNoErrors: true });
    expect((await scene.calls.info(scene.loan)).ScheduledPayments).toMatchObject([{ PaymentDate: '2026-11-25' }]);
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('Your upcoming payment was deleted');
  });

  test('says which of its payments a hold code keeps back', async () => {
    const { services } = scene.testApp;
    const held = await save(lasts);
    await schedule(held, monday);
    const hold = (wanted: string, before: string) =>
      changeHoldCode(
        services,
        { customerId: '400102', accountNumber: scene.loan, wanted, before },
        { by: 'Kim Osei', reason: 'Notice of the court' },
        () => Promise.resolve(),
      );
    expect((await list(held)).Payments).toMatchObject([{ Paused: false }]);
    expect(await hold('BKR', '')).toMatchObject({ ok: true });
    expect((await list(held)).Payments).toMatchObject([{ Paused: true }]);
    expect(await hold('', 'BKR')).toMatchObject({ ok: true });
    expect((await list(held)).Payments).toMatchObject([{ Paused: false }]);
  });

  test("is not deleted, and stops none, if one of them can't be stopped", async () => {
    const lost = await save(lasts);
    await recur(lost, monday);
    const calls = await scene.callsUnder({ 'paymentOptions.allowRecurringDeletion': false });
    const body = { ProfileId: lost, StopPayments: true };
    expect(codeOf(await calls.post<Answer>('/api/PaymentMethod/DeleteCardPayment', body))).toBe(
      'Deleting a recurring Card payment is not allowed.',
    );
    expect(await scene.calls.methods(scene.loan)).toHaveLength(1);
    expect((await scene.calls.info(scene.loan)).RecurringPayment).not.toBeNull();
  });

  test('is replaced in all of them at the fee shown, and in none at a different fee', async () => {
    const old = await save(expiresInNovember);
    const credit = await save({ ...lasts, DebitCreditType: 'CreditCard' });
    await schedule(old, monday);
    await schedule(old, '2026-11-24');
    const shown = (await list(old, credit)).Payments;
    const { CreditCardFeeAmount } = (await scene.calls.info(scene.loan)).PaymentOptions.FirstPartyFees;
    expect(shown.map(({ FeeAfter }) => FeeAfter)).toEqual([CreditCardFeeAmount, CreditCardFeeAmount]);
    const replace = (fees: readonly number[]) =>
      scene.calls.post('/api/PaymentMethod/ReplaceInPayments', {
        Method: reference(old),
        Replacement: reference(credit),
        Payments: shown.map(({ ReferenceNumber }, place) => ({ ReferenceNumber, FeeAmount: fees[place] })),
      });
    expect(await replace([CreditCardFeeAmount + 1, CreditCardFeeAmount])).toMatchObject({
      Payments: [{ ErrorCode: 'PreviewChanged' }, { ErrorCode: null }],
    });
    expect((await list(old)).Payments).toHaveLength(1);
    expect(await replace([CreditCardFeeAmount, CreditCardFeeAmount])).toMatchObject({
      Payments: [{ ErrorCode: null }],
    });
    expect((await scene.calls.info(scene.loan)).ScheduledPayments).toMatchObject([
      { AccountNumber: '4444', FeeAmount: CreditCardFeeAmount },
      { AccountNumber: '4444', FeeAmount: CreditCardFeeAmount },
    ]);
  });

  test('of another customer lists and stops nothing', async () => {
    const own = await save(lasts);
    await schedule(own, monday);
    const stranger = paymentCalls(await scene.testApp.signIn('sam.rivera'));
    const body = { Method: reference(own), Replacement: null };
    expect(await stranger.post('/api/PaymentMethod/GetPaymentsOfMethod', body)).toMatchObject({ Payments: [] });
    const deletion = { ProfileId: own, StopPayments: true };
    expect(codeOf(await stranger.post<Answer>('/api/PaymentMethod/DeleteCardPayment', deletion))).toBe('Deleting');
    expect((await scene.calls.info(scene.loan)).ScheduledPayments).toHaveLength(1);
  });
});

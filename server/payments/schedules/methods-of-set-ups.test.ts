import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { cardBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, debitFee, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { warnOfExpiringCards } from '#server/payments/settlement/warn-of-expiring-cards.command.ts';

/** Saturday, 21 November 2026; the loan is due on 5 December. */
const monday = '2026-11-23';
const inDecember = '2026-12-01';
const weekly = { RecurringOption: 'Weekly', DaysBeforeDue: 0 };
const onDueDate = { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 };

/** Cards that the sandbox approves. */
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

/** Saves a card and returns its profile. */
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
  const draft = { info, loginName: 'li.wei', amount: 40, method: { ProfileId: profileId }, fee: debitFee };
  return withDetails(submissionBody(draft), { PaymentDate: payOn });
}

async function schedule(profileId: string, payOn: string): Promise<Answer> {
  return scene.calls.post('/api/PaymentScheduled/SubmitCard', await bodyOf(profileId, payOn));
}

async function recur(profileId: string, payOn: string, details = weekly): Promise<Answer> {
  const body = { ...(await bodyOf(profileId, payOn)), RecurringDetails: details };
  return scene.calls.post('/api/PaymentRecurring/SubmitCard', body);
}

describe('a card that expires before the day of a payment', () => {
  test('is refused for the day, and taken up to its last one', async () => {
    const profileId = await save(expiresInNovember);
    expect(codeOf(await schedule(profileId, inDecember))).toBe('CardExpiresBefore');
    expect(await schedule(profileId, '2026-11-30')).toMatchObject({ HasNoErrors: true });
  });

  test('begins no recurring payment, whether its day is chosen or follows the due date', async () => {
    const profileId = await save(expiresInNovember);
    expect(codeOf(await recur(profileId, inDecember))).toBe('CardExpiresBefore');
    const { RegularPaymentAmount } = await scene.calls.info(scene.loan);
    const body = withDetails(await bodyOf(profileId, '2026-11-21'), { PaymentAmount: RegularPaymentAmount });
    const due = { ...body, RecurringDetails: onDueDate };
    expect(codeOf(await scene.calls.post<Answer>('/api/PaymentRecurring/SubmitCard', due))).toBe('CardExpiresBefore');
  });

  test('does not keep a payment that is moved, also after it was deleted from the saved ones', async () => {
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

  test('is kept by no change at an institution that takes its kind no more', async () => {
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

  test('is mailed once for a recurring payment, 30 days before', async () => {
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
      `for ${scene.loan} are drawn from your card ending 4444. The card is good through 12/31/2026.`,
    );
  });

  test('is not mailed for a payment that is made once while the card is good', async () => {
    await schedule(await save(expiresInNovember), monday);
    expect(await warn()).toBe(0);
  });
});

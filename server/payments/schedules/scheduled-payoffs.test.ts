import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Options } from '#common/contract/all-options.ts';
import { day } from '#common/core/dates.ts';
import { toWireAmount, ZERO } from '#common/core/money.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { cardBody, type SubmissionAnswer } from '#tests/builders/payment-calls.ts';
import { codeOf, debitFee, withPayment } from '#tests/builders/payment-scene.ts';
import {
  createPlannedPaymentScene,
  type PlannedPaymentScene,
  scheduledAchFee,
} from '#tests/builders/planned-payment-scene.ts';

const payOn = day('2026-11-30');
const lasts = { CardNumber: '5555555555554444', CardType: 'master', ExpirationDate: '12/30' } as const;

/** An institution where both kinds of methods may pay a loan off on a later day. */
const editing = { 'paymentOptions.allowScheduledEdit': true };
const payingOffByCard = {
  ...editing,
  'paymentOptions.allowFuturePayoffCard': true,
  'paymentOptions.maximumCardPaymentAmount': null,
};

let scene: PlannedPaymentScene;

beforeAll(async () => {
  scene = await createPlannedPaymentScene();
});

afterEach(async () => {
  await scene.clear();
  const { database } = scene.testApp.services;
  await changeLoan(sql`late_charges_cents = 0, locked_for_payoff = false`);
  await sql`delete from saved_cards`.execute(database);
});

afterAll(() => scene.testApp.close());

function changeLoan(columns: ReturnType<typeof sql>) {
  return sql`update loans set ${columns} where account_id =
    (select account_id from accounts where account_number = ${scene.loan})`.execute(scene.testApp.services.database);
}

/** The payoff of the day in dollars, agreed by bank account. */
async function schedulePayoff(): Promise<number> {
  const quote = await scene.testApp.services.host.quotePayoff('400102', scene.loan, payOn);
  const amount = toWireAmount(quote?.totalCents ?? ZERO);
  const body = withPayment(await scene.submission(payOn, amount), { IsPayoff: true });
  expect(await scene.calls.post('/api/PaymentScheduled/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
  return amount;
}

async function saveCard(changes = {}): Promise<{ IsCard: true; ProfileId: string; LastFour: string }> {
  const body = cardBody(scene.loan, { ...lasts, ...changes });
  await scene.calls.post('/api/PaymentMethod/AddCardPaymentMethod', body);
  const lastFour = body.CardNumber.slice(-4);
  const saved = (await scene.calls.methods(scene.loan)).find(({ CardInfo }) => CardInfo?.CardNumber.endsWith(lastFour));
  return { IsCard: true, ProfileId: saved?.CardInfo?.ProfileId ?? '', LastFour: lastFour };
}

const byBank = { FirstPartyFee: scheduledAchFee, ThirdPartyFee: 0, Method: null };
const byCard = async () => ({ FirstPartyFee: debitFee, ThirdPartyFee: 0, Method: await saveCard() });

async function change(edit: object, options: Partial<Options> = editing, call = 'Edit'): Promise<SubmissionAnswer> {
  const calls = await scene.callsUnder(options);
  const info = await calls.info(scene.loan);
  const named = scene.deletionOf(info, info.ScheduledPayments[0]?.EncryptedString);
  return calls.post(`/api/PaymentScheduled/${call}`, { ...named, PaymentDate: payOn, ...edit });
}

async function planned() {
  return (await scene.calls.info(scene.loan)).ScheduledPayments;
}

describe('a scheduled payoff', () => {
  test('is listed as one', async () => {
    await schedulePayoff();
    expect(await planned()).toMatchObject([{ IsPayoff: true }]);
  });

  test('stays one, with its day and amount, when another method is to pay it', async () => {
    const amount = await schedulePayoff();
    const edit = { PaymentAmount: amount, ...(await byCard()) };
    expect(await change(edit, payingOffByCard, 'PreviewEdit')).toMatchObject({
      After: { DrawnOn: payOn, Amounts: { PaymentAmount: amount, FeeAmount: debitFee }, Outcome: { BalanceAfter: 0 } },
    });
    expect(await change(edit, payingOffByCard)).toMatchObject({ HasNoErrors: true });
    expect(await planned()).toMatchObject([
      {
        IsPayoff: true,
        IsCard: true,
        AccountNumber: '4444',
        PaymentDate: payOn,
        PaymentAmount: amount,
        FeeAmount: debitFee,
      },
    ]);
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('Your upcoming payment was changed');
  });

  test('keeps the agreed amount after a later charge', async () => {
    const amount = await schedulePayoff();
    await changeLoan(sql`late_charges_cents = 2500`);
    const edit = { PaymentAmount: amount, ...(await byCard()) };
    expect(await change(edit, payingOffByCard)).toMatchObject({ HasNoErrors: true });
    expect(await planned()).toMatchObject([{ IsPayoff: true, PaymentAmount: amount }]);
  });

  test.each([
    ['an earlier day', '2026-11-27', 0],
    ['a later day', '2026-12-01', 0],
    ['a lower amount', payOn, -100],
    ['the amount after a later charge', payOn, 25],
  ])('is not changed to %s', async (_what, PaymentDate, more) => {
    const amount = await schedulePayoff();
    await changeLoan(sql`late_charges_cents = 2500`);
    const edit = { ...byBank, PaymentDate, PaymentAmount: amount + more };
    for (const call of ['PreviewEdit', 'Edit']) expect(codeOf(await change(edit, editing, call))).toBe('PayoffFixed');
    expect(await planned()).toMatchObject([{ IsPayoff: true, PaymentDate: payOn, PaymentAmount: amount }]);
  });

  test.each<[string, Partial<Options>, string]>([
    ['above the maximum', { 'paymentOptions.maximumCardPaymentAmount': 2_500 }, 'PaymentAmountMaximumError'],
    ['where cards may pay off only today', { 'paymentOptions.allowFuturePayoffCard': false }, 'Invalid'],
  ])('is not moved to a card %s', async (_why, options, expected) => {
    const edit = { PaymentAmount: await schedulePayoff(), ...(await byCard()) };
    expect(codeOf(await change(edit, { ...payingOffByCard, ...options }))).toBe(expected);
    expect(await planned()).toMatchObject([{ IsPayoff: true, IsCard: false }]);
  });

  test("is not moved at another method's fee, or while the loan is locked for payoff", async () => {
    const edit = { PaymentAmount: await schedulePayoff(), ...(await byCard()) };
    expect(codeOf(await change({ ...edit, FirstPartyFee: scheduledAchFee }, payingOffByCard))).toBe('Invalid');
    await changeLoan(sql`locked_for_payoff = true`);
    expect(codeOf(await change(edit, payingOffByCard))).toBe('ContactUs');
    expect(await planned()).toMatchObject([{ IsPayoff: true, IsCard: false }]);
  });

  test('moves with the other payments of a method that is replaced, and is stopped with it', async () => {
    const amount = await schedulePayoff();
    const first = await byCard();
    expect(await change({ PaymentAmount: amount, ...first }, payingOffByCard)).toMatchObject({ HasNoErrors: true });
    const other = await saveCard({ CardNumber: '4242424242424242', CardType: 'visa' });
    const reference = ({ ProfileId }: { readonly ProfileId: string }) => ({ IsCard: true, ProfileId });
    const calls = await scene.callsUnder(payingOffByCard);
    const [payoff] = await planned();
    const replaced = await calls.post('/api/PaymentMethod/ReplaceInPayments', {
      Method: reference(first.Method),
      Replacement: reference(other),
      Payments: [{ ReferenceNumber: payoff?.ReferenceNumber, FeeAmount: debitFee }],
    });
    expect(replaced).toMatchObject({ Payments: [{ ErrorCode: null }] });
    expect(await planned()).toMatchObject([{ IsPayoff: true, AccountNumber: '4242', PaymentAmount: amount }]);
    const removal = { ProfileId: other.ProfileId, StopPayments: true };
    expect(await calls.post('/api/PaymentMethod/DeleteCardPayment', removal)).toMatchObject({ HasNoErrors: true });
    expect(await planned()).toEqual([]);
  });
});

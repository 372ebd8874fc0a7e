import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Options } from '#common/contract/all-options.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import type { Services } from '#server/services.ts';
import { achBody, cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, debitFee, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';

/** Saturday, November 21, 2026, 10:00. */
const monday = '2026-11-23';
const withoutAgreement = { 'globalOptions.requireAchDraftAgreementOption': false };

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({ options: withoutAgreement });
});

afterAll(() => scene.testApp.close());

afterEach(async () => {
  const { clock, services } = scene.testApp;
  clock.moveOn({ hours: -48 });
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(services.database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(services.database);
});

const plans = {
  scheduled: { url: '/api/PaymentScheduled/SubmitAch', fee: 1, details: {} },
  recurring: {
    url: '/api/PaymentRecurring/SubmitAch',
    fee: 0,
    details: { RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 } },
  },
} as const;

async function promise({ url, fee, details }: (typeof plans)[keyof typeof plans]): Promise<void> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const parts = { info, loginName: 'li.wei', amount: 40, method: achBody(scene.loan), fee };
  const body = { ...withDetails(submissionBody(parts), { PaymentDate: monday }), ...details };
  expect(await calls.post(url, body)).toMatchObject({ HasNoErrors: true });
}

/** The same institution after it decided some things otherwise. */
function changed({ options = {}, achCutoff }: Change): Services {
  const { services } = scene.testApp;
  const { institution } = services;
  const calendar = { ...institution.calendar, achCutoff: achCutoff ?? institution.calendar.achCutoff };
  return {
    ...services,
    institution: { ...institution, calendar, options: { ...institution.options, ...options } },
  };
}

const cardPlans = {
  scheduled: { url: '/api/PaymentScheduled/SubmitCard', details: {} },
  recurring: {
    url: '/api/PaymentRecurring/SubmitCard',
    details: { RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 } },
  },
} as const;

/** Only a saved card can be drawn on later. */
async function promiseByCard({ url, details }: (typeof cardPlans)[keyof typeof cardPlans]): Promise<void> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  if ((await calls.methods(scene.loan)).length === 0) {
    await calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan));
  }
  const [saved] = await calls.methods(scene.loan);
  const method = { ProfileId: saved?.CardInfo?.ProfileId };
  const parts = { info: await calls.info(scene.loan), loginName: 'li.wei', amount: 40, method, fee: debitFee };
  const body = { ...withDetails(submissionBody(parts), { PaymentDate: monday }), ...details };
  expect(await calls.post(url, body)).toMatchObject({ HasNoErrors: true });
}

async function newestPayment() {
  const { rows } = await sql<object>`
    select state, pay_on, amount_cents, first_party_fee_cents, third_party_fee_cents, timing from payments
    where state <> 'cancelled' order by payment_id desc limit 1`.execute(scene.testApp.services.database);
  return rows[0];
}

interface Change {
  readonly options?: Partial<Options>;
  readonly achCutoff?: string;
}

describe.each(['scheduled', 'recurring'] as const)('a %s bank draft is drawn as promised', (kind) => {
  test.each<[string, Change]>([
    [
      'bank accounts may no longer be scheduled or recur',
      { options: { 'paymentOptions.allowScheduledAch': false, 'paymentOptions.allowRecurringAch': false } },
    ],
    [
      'bank accounts are no longer taken',
      { options: { 'paymentOptions.allowAchProfiles': false, 'paymentOptions.allowSingleUseAch': false } },
    ],
    [
      'its frequency is no longer offered',
      { options: { 'paymentOptions.allowWeekly': false, 'paymentOptions.allowOneTime': false } },
    ],
    [
      'fees go up',
      {
        options: {
          'paymentOptions.scheduledAchFee': 9,
          'paymentOptions.recurringAchFee': 9,
          'paymentOptions.thirdPartyAchFee': 4,
        },
      },
    ],
    [
      'the minimum goes up',
      {
        options: { 'paymentOptions.requireMinimumPaymentAmount': true, 'paymentOptions.minimumAchPaymentAmount': 100 },
      },
    ],
    ['its day takes no schedules anymore', { options: { 'paymentOptions.nonSchedulableDays': [monday] } }],
    ['bank accounts are not drawn on the same day', { options: { 'paymentOptions.blockImmediateAch': true } }],
    [
      'the cut-off is early in the morning',
      { options: { 'paymentOptions.blockImmediateAchAfterCutoff': true }, achCutoff: '00:01' },
    ],
    [
      'a loan takes no other payment near a recurring one',
      {
        options: { 'paymentOptions.blockDaysBeforeRecurring': 9, 'paymentOptions.blockAfterCutoffWithScheduled': true },
      },
    ],
    ['no payment may be scheduled at all', { options: { 'paymentOptions.maxScheduledPaymentsPerLoan': 0 } }],
  ])('when %s', async (_, change) => {
    await promise(plans[kind]);
    scene.testApp.clock.moveOn({ hours: 48 });
    await runDuePayments(changed(change), new AbortController().signal);
    expect(await newestPayment()).toEqual({
      state: 'posted',
      pay_on: monday,
      amount_cents: 4_000,
      first_party_fee_cents: plans[kind].fee * 100,
      third_party_fee_cents: 0,
      timing: kind,
    });
  });
});

describe.each(['scheduled', 'recurring'] as const)('a %s card payment is drawn as promised', (kind) => {
  test.each<[string, Partial<Options>]>([
    [
      'cards may no longer be scheduled or recur',
      { 'paymentOptions.allowScheduledCard': false, 'paymentOptions.allowRecurringCard': false },
    ],
    [
      'cards are no longer taken',
      { 'paymentOptions.allowCardProfiles': false, 'paymentOptions.allowSingleUseCard': false },
    ],
    ['its brand is no longer accepted', { 'paymentOptions.allowVisa': false }],
    [
      'fees go up',
      {
        'paymentOptions.debitCardFee': 9,
        'paymentOptions.creditCardFee': 9,
        'paymentOptions.thirdPartyCardFee': 4,
      },
    ],
    [
      'the minimum goes up',
      { 'paymentOptions.requireMinimumPaymentAmount': true, 'paymentOptions.minimumCardPaymentAmount': 100 },
    ],
    ['the maximum goes down', { 'paymentOptions.maximumCardPaymentAmount': 10 }],
    [
      'cards are taken at a third party',
      {
        'paymentOptions.useThirdPartyCardPayments': true,
        'paymentOptions.thirdPartyPaymentsMinBranchNumber': 0,
        'paymentOptions.thirdPartyPaymentsMaxBranchNumber': 9_999,
      },
    ],
    [
      'its frequency is no longer offered',
      { 'paymentOptions.allowWeekly': false, 'paymentOptions.allowOneTime': false },
    ],
    ['the full address of a card is asked for', { 'paymentOptions.requireFullCardAddress': true }],
    ['no payment may be scheduled at all', { 'paymentOptions.maxScheduledPaymentsPerLoan': 0 }],
  ])('when %s', async (_, options) => {
    await promiseByCard(cardPlans[kind]);
    scene.testApp.clock.moveOn({ hours: 48 });
    await runDuePayments(changed({ options }), new AbortController().signal);
    expect(await newestPayment()).toEqual({
      state: 'posted',
      pay_on: monday,
      amount_cents: 4_000,
      first_party_fee_cents: 300,
      third_party_fee_cents: 0,
      timing: kind,
    });
    const { rows } = await sql<{ paymentId: string }>`
      select payment_id as "paymentId" from payments where state = 'posted'
      order by payment_id desc limit 1`.execute(scene.testApp.services.database);
    const charge = (await scene.charges()).find(({ paymentId }) => paymentId === rows[0]?.paymentId);
    expect(charge).toMatchObject({ state: 'approved', amountCents: 4_300 });
  });
});

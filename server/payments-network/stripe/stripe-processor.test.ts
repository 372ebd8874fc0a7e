import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { startFakeStripe } from '#tests/builders/fake-stripe.ts';
import { chargeRequestOf, serviceAt } from '#tests/builders/network.ts';
import { type CardProcessor, InformationRefused, ProcessorUnavailable } from '../card-processor.ts';
import { createStripeProcessor } from './stripe-processor.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let processor: CardProcessor;

beforeEach(async () => {
  stripe = await startFakeStripe();
  processor = createStripeProcessor(serviceAt(stripe.url, 5_000, 'sk_test'));
});

afterEach(() => stripe.close());

const card = {
  cardNumber: '5555555555554444',
  securityCode: '739',
  expiration: '12/28',
  firstName: 'A',
  lastName: 'B',
  zipCode: '04101',
};

const token = 'cus_1:pm_1';
const charge = chargeRequestOf('payment-1', token, 5_000);

describe('a card', () => {
  test('is set up for later charges, and recognized by its fingerprint', async () => {
    expect(await processor.tokenize(card)).toEqual({ token, brand: 'master', lastFour: '4444', fingerprint: 'fp_1' });
    expect(stripe.calls).toEqual(['POST /v1/payment_methods', 'POST /v1/customers', 'POST /v1/setup_intents']);
  });

  test('that the bank wants confirmed waits with a page of Stripe, and is found once it is confirmed', async () => {
    stripe.state.confirmedMethod = 'pm_1';
    const waiting = await processor.tokenize(card, 'https://portal.example/card-confirmation');
    expect(waiting).toMatchObject({
      token: 'seti_1',
      confirmUrl: 'https://hooks.stripe.com/redirect/authenticate/seti_1',
    });
    expect(await processor.findCard('seti_1')).toBeUndefined();
    stripe.browser.decideSetup('seti_1', 'approve');
    expect(await processor.findCard('seti_1')).toMatchObject({ token, lastFour: '4444', expiration: '12/28' });
  });

  test('that Stripe refuses can be corrected, and no message quotes its number', async () => {
    const refused = await processor
      .tokenize({ ...card, cardNumber: '4000000000000101' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InformationRefused);
    expect(String(refused)).not.toMatch(/\d{6}/);
  });
});

describe("a card of Stripe's own fields", () => {
  async function setUp(confirmAt: string | null = null): Promise<string> {
    const begun = await processor.beginSetup?.();
    const method = stripe.browser.addMethod('5555555555554444', [4, 2031]);
    return stripe.browser.confirmSetup(begun?.clientSecret ?? '', method.id, { confirmAt }).id;
  }

  test('is found by its finished setup, with a token that can be charged', async () => {
    expect(await processor.findCard(await setUp())).toEqual({
      token: 'cus_1:pm_browser_1',
      brand: 'master',
      lastFour: '4444',
      fingerprint: 'fp_4444',
      expiration: '04/31',
    });
    expect(await processor.charge(chargeRequestOf('payment-9', 'cus_1:pm_browser_1', 700))).toMatchObject({
      state: 'approved',
    });
  });

  test('is not found before the cardholder has confirmed it, or if the bank refused', async () => {
    const id = await setUp('https://hooks.stripe.com/redirect/setup');
    expect(await processor.findCard(id)).toBeUndefined();
    stripe.browser.decideSetup(id, 'refuse');
    expect(await processor.findCard(id)).toBeUndefined();
    const other = await setUp('https://hooks.stripe.com/redirect/setup');
    stripe.browser.decideSetup(other, 'approve');
    expect(await processor.findCard(other)).toMatchObject({ lastFour: '4444' });
  });

  test.each(['seti_unknown', 'cus_1:pm_1', 'pm_1', '../balance'])('is not found by %s', async (token) => {
    expect(await processor.findCard(token)).toBeUndefined();
  });
});

describe('a charge', () => {
  test('happens once, however often it is sent', async () => {
    const outcomes = [await processor.charge(charge), await processor.charge(charge), await processor.charge(charge)];
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toHaveLength(1);
    expect(outcomes[0]).toEqual({ state: 'approved', authorization: 'pi_1' });
    expect(stripe.charged()).toBe(1);
    expect(await processor.settle('payment-1')).toEqual(outcomes[0]);
  });

  test.each([
    [{ code: 'expired_card', decline_code: 'expired_card' }, 'Expired'],
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'OverLimit'],
    [{ code: 'incorrect_cvc' }, 'InvalidInfo'],
    [{ code: 'card_declined', decline_code: 'do_not_honor' }, 'Declined'],
    [{ code: 'card_declined', decline_code: 'authentication_required' }, 'ConfirmationRequired'],
  ] as const)('refused as %j is declined as %s, and settling says the same', async (error, reason) => {
    stripe.state.declineWith = { pm_1: error };
    expect(await processor.charge(charge)).toEqual({ state: 'declined', reason });
    expect(await processor.settle('payment-1')).toEqual({ state: 'declined', reason });
  });

  test('of a card that Stripe does not know is declined', async () => {
    const unknown = chargeRequestOf('payment-2', 'cus_1:pm_unknown', 5_000);
    expect(await processor.charge(unknown)).toEqual({ state: 'declined', reason: 'InvalidInfo' });
    expect(stripe.charged()).toBe(0);
  });

  test('with a wrong key has an unknown outcome', async () => {
    const stranger = createStripeProcessor(serviceAt(stripe.url, 5_000, 'sk_wrong'));
    await expect(stranger.settle('payment-1')).rejects.toThrow('Stripe answered 401');
  });
});

describe('a charge that the cardholder has to confirm', () => {
  const withReturn = { ...charge, returnUrl: 'https://portal.example/card-confirmation' };
  const waits = { state: 'confirm', url: 'https://hooks.stripe.com/redirect/authenticate/pi_1' };

  beforeEach(() => {
    stripe.state.confirmedMethod = 'pm_1';
  });

  test('waits with a page of Stripe, in no report, until it is confirmed', async () => {
    expect(await processor.charge(withReturn)).toEqual(waits);
    expect(await processor.checkConfirmation(charge)).toEqual(waits);
    expect(await processor.listCharges(0)).toEqual([]);
    stripe.decide('pi_1', 'approve');
    expect(await processor.checkConfirmation(charge)).toEqual({ state: 'approved', authorization: 'pi_1' });
    expect(await processor.settle('payment-1')).toEqual({ state: 'approved', authorization: 'pi_1' });
    expect(await processor.listCharges(0)).toMatchObject([{ paymentId: 'payment-1', state: 'approved' }]);
    expect(stripe.charged()).toBe(1);
  });

  test('is declined if the bank refuses', async () => {
    await processor.charge(withReturn);
    stripe.decide('pi_1', 'refuse');
    expect(await processor.checkConfirmation(charge)).toEqual({ state: 'declined', reason: 'NotConfirmed' });
    expect(await processor.settle('payment-1')).toEqual({ state: 'declined', reason: 'NotConfirmed' });
  });

  test('is ended by settling, so a late confirmation charges nothing', async () => {
    await processor.charge(withReturn);
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
    stripe.decide('pi_1', 'approve');
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
    expect(stripe.charged()).toBe(0);
  });

  test('is declined when no customer is there', async () => {
    expect(await processor.charge(charge)).toEqual({ state: 'declined', reason: 'ConfirmationRequired' });
  });
});

describe('a charge without an answer', () => {
  test('that was never made is absent, and a late request can never charge it', async () => {
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
    await expect(processor.charge(charge)).rejects.toThrow(ProcessorUnavailable);
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
    expect(stripe.charged()).toBe(0);
  });

  test('that was made is found, also while the search lags behind', async () => {
    stripe.state.losesAnswerOf = '/confirm';
    await expect(processor.charge(charge)).rejects.toThrow(ProcessorUnavailable);
    stripe.state.losesAnswerOf = '';
    stripe.state.searchLags = true;
    await expect(processor.settle('payment-1')).rejects.toThrow(ProcessorUnavailable);
    stripe.state.searchLags = false;
    expect(await processor.settle('payment-1')).toMatchObject({ state: 'approved' });
    expect(stripe.charged()).toBe(1);
  });

  test('that was only created is canceled, so it cannot be confirmed later', async () => {
    stripe.state.losesAnswerOf = '/v1/payment_intents';
    await expect(processor.charge(charge)).rejects.toThrow(ProcessorUnavailable);
    stripe.state.losesAnswerOf = '';
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
    await expect(processor.charge(charge)).rejects.toThrow(ProcessorUnavailable);
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
    expect(stripe.charged()).toBe(0);
  });
});

describe('after Stripe has forgotten the keys', () => {
  test('a repeated charge finds the first one, and is in the report once', async () => {
    stripe.state.losesAnswerOf = '/confirm';
    await expect(processor.charge(charge)).rejects.toThrow(ProcessorUnavailable);
    stripe.state.losesAnswerOf = '';
    stripe.forgetKeys();
    expect(await processor.charge(charge)).toEqual({ state: 'approved', authorization: 'pi_1' });
    expect(stripe.charged()).toBe(1);
    expect(await processor.listCharges(0)).toMatchObject([{ paymentId: 'payment-1', state: 'approved' }]);
  });

  test('a charge that was created but never confirmed is confirmed, once', async () => {
    stripe.state.losesAnswerOf = '/v1/payment_intents';
    await expect(processor.charge(charge)).rejects.toThrow(ProcessorUnavailable);
    stripe.state.losesAnswerOf = '';
    stripe.forgetKeys();
    expect(await processor.charge(charge)).toEqual({ state: 'approved', authorization: 'pi_1' });
    expect(stripe.charged()).toBe(1);
  });

  test('settling finds what was charged', async () => {
    await processor.charge(charge);
    stripe.forgetKeys();
    expect(await processor.settle('payment-1')).toEqual({ state: 'approved', authorization: 'pi_1' });
  });
});

test('a part is refunded once per refund id, and the report tells how much', async () => {
  await processor.charge(chargeRequestOf('payment-1', token, 1_000));
  const part = { refundId: 'r-1', amountCents: cents(400) };
  await processor.refund('payment-1', part);
  await processor.refund('payment-1', part);
  stripe.forgetKeys();
  await processor.refund('payment-1', part);
  expect(await processor.listCharges(0)).toMatchObject([{ refunded: false, refundedCents: 400 }]);
  await expect(processor.refund('payment-1', { refundId: 'r-2', amountCents: cents(601) })).rejects.toThrow(
    ProcessorUnavailable,
  );
  await processor.refund('payment-1', { refundId: 'r-3', amountCents: cents(600) });
  expect(await processor.listCharges(0)).toMatchObject([{ refunded: true, refundedCents: 1_000 }]);
});

test('the report lists every charge once and in order, with refunds', async () => {
  for (const number of [1, 2, 3]) {
    stripe.state.second += number % 2;
    await processor.charge(chargeRequestOf(`payment-${number}`, token, 1_000 * number));
  }
  await processor.refund('payment-2');
  const all = await processor.listCharges(0);
  expect(all).toMatchObject([
    { paymentId: 'payment-1', amountCents: 1_000, state: 'approved', refunded: false },
    { paymentId: 'payment-2', amountCents: 2_000, state: 'approved', refunded: true },
    { paymentId: 'payment-3', amountCents: 3_000, state: 'approved', refunded: false },
  ]);
  expect(await processor.listCharges(all[0]?.sequence ?? 0)).toEqual(all.slice(1));
  expect(await processor.listCharges(all[2]?.sequence ?? 0)).toEqual([]);
  await processor.assertAnswers();
});

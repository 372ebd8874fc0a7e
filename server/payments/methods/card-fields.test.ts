import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { cardBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, debitFee, type PaymentScene } from '#tests/builders/payment-scene.ts';

const fields = { 'paymentOptions.cardFieldsUrl': 'https://fields.cards.example/v1' };

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
});
afterAll(() => scene.testApp.close());

interface Answer {
  readonly Errors: readonly { readonly ErrorMessage: string }[];
}

/** As the processor's page makes one, with a card that only it sees. */
async function newToken(cardNumber = '4242424242424242', expiration = '12/30'): Promise<string> {
  const card = { cardNumber, expiration, securityCode: '739', firstName: 'Li', lastName: 'Wei', zipCode: '04101' };
  return (await scene.testApp.services.cardProcessor.tokenize(card)).token;
}

const tokenized = (ProcessorToken: string) => ({
  ProcessorToken,
  DebitCreditType: 'DebitCard',
  LoanAccountNumber: scene.loan,
});

async function pay(calls: PaymentScene['calls'], method: object) {
  const info = await calls.info(scene.loan);
  const parts = { info, loginName: 'li.wei', amount: 50, method: cardBody(scene.loan), fee: debitFee };
  const body = submissionBody(parts);
  return calls.post<Answer>('/api/PaymentImmediate/SubmitCard', {
    ...body,
    Payment: { ...body.Payment, Method: method },
  });
}

const save = (calls: PaymentScene['calls'], method: object) =>
  calls.post('/api/PaymentMethod/AddCardPaymentMethod', method);

describe("with the processor's card fields", () => {
  test('a token pays once, and the processor charges it', async () => {
    const calls = await scene.callsUnder(fields);
    const before = await scene.charges();
    expect(await pay(calls, tokenized(await newToken()))).toMatchObject({ HasNoErrors: true });
    expect(await scene.charges()).toHaveLength(before.length + 1);
  });

  test('a token is saved as the card that the processor tells', async () => {
    const calls = await scene.callsUnder(fields);
    expect(await save(calls, tokenized(await newToken('5555555555554444', '10/31')))).toMatchObject({
      HasNoErrors: true,
    });
    const saved = await calls.methods(scene.loan);
    expect(saved.map(({ CardInfo }) => CardInfo)).toContainEqual(
      expect.objectContaining({
        CardType: 'master',
        CardNumber: expect.stringMatching(/4444$/),
        ExpirationDate: '10/31',
      }),
    );
  });

  test('a card number is refused, to be saved and to pay', async () => {
    const calls = await scene.callsUnder(fields);
    expect(await save(calls, cardBody(scene.loan))).toMatchObject({ HasNoErrors: false });
    expect(codeOf(await pay(calls, cardBody(scene.loan)))).toBe('Invalid');
  });

  test.each([
    ['that does not exist', () => Promise.resolve('tok_nothing')],
    ['of an expired card', () => newToken('4242424242424242', '10/26')],
  ])('a token %s is refused', async (_name, token) => {
    const calls = await scene.callsUnder(fields);
    const method = tokenized(await token());
    expect(await save(calls, method)).toMatchObject({ HasNoErrors: false });
    expect(await pay(calls, method)).toMatchObject({ HasNoErrors: false });
  });

  test('a brand that the institution does not accept is refused', async () => {
    const calls = await scene.callsUnder({ ...fields, 'paymentOptions.allowAmex': false });
    const method = tokenized(await newToken('378282246310005'));
    expect(await save(calls, method)).toMatchObject({ HasNoErrors: false });
    expect(codeOf(await pay(calls, method))).toBe('Invalid');
  });
});

test("without the processor's card fields, a token is refused", async () => {
  const method = tokenized(await newToken());
  expect(await save(scene.calls, method)).toMatchObject({ HasNoErrors: false });
  expect(codeOf(await pay(scene.calls, method))).toBe('Invalid');
});

test('the policy allows frames of exactly that origin', async () => {
  const { services } = scene.testApp;
  const policyUnder = async (options: object) => {
    const institution = { ...services.institution, options: { ...services.institution.options, ...options } };
    const app = await createApp({ ...services, institution, metrics: createMetrics() });
    return String((await app.inject({ url: '/' })).headers['content-security-policy']);
  };
  expect(await policyUnder({})).not.toContain('frame-src');
  expect(await policyUnder(fields)).toMatch(/frame-src https:\/\/fields\.cards\.example;/);
  expect(await policyUnder(fields)).toContain("require-trusted-types-for 'script'");
});

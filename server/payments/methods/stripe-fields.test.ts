import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Options } from '#common/contract/all-options.ts';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { readConfig } from '#server/platform/config.ts';
import { pageHeaders } from '#server/platform/http/page-headers.ts';
import { settingProblems } from '#server/setup/check-settings.ts';
import { startFakeStripe } from '#tests/builders/fake-stripe.ts';
import { cardBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, debitFee, type PaymentScene } from '#tests/builders/payment-scene.ts';

const options = {
  'paymentOptions.stripePublishableKey': 'pk_test_passbook',
  'paymentOptions.cardConfirmationOrigin': 'https://hooks.stripe.com',
};

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let scene: PaymentScene;

beforeAll(async () => {
  stripe = await startFakeStripe();
  const environment = {
    PASSBOOK_CARD_PROCESSOR_KIND: 'stripe',
    PASSBOOK_CARD_PROCESSOR_URL: stripe.url,
    PASSBOOK_CARD_PROCESSOR_KEY: 'sk_test',
    PASSBOOK_BANK_ACCOUNT_CHECK_URL: stripe.url,
  };
  scene = await createPaymentScene({ environment, options });
});

afterAll(async () => {
  await scene.testApp.close();
  stripe.close();
});

const begin = () =>
  scene.calls.post<{ readonly HasNoErrors: boolean; readonly Errors: readonly []; readonly ClientSecret: string }>(
    '/api/PaymentMethod/BeginCardSetup',
    {},
  );

/** As the browser does with Stripe's fields. */
async function setUp(number: string, confirmAt: string | null = null): Promise<string> {
  const { ClientSecret: clientSecret } = await begin();
  const method = stripe.browser.addMethod(number, [12, 2030]);
  return stripe.browser.confirmSetup(clientSecret, method.id, { confirmAt }).id;
}

async function pay(ProcessorToken: string) {
  const info = await scene.calls.info(scene.loan);
  const method = { ProcessorToken, DebitCreditType: 'DebitCard', LoanAccountNumber: scene.loan };
  const body = submissionBody({ info, loginName: 'li.wei', amount: 50, method, fee: debitFee });
  return scene.calls.submitCard(body, crypto.randomUUID());
}

test("a card of Stripe's fields pays, and only once it is set up", async () => {
  expect(await pay(await setUp('5555555555554444'))).toMatchObject({ HasNoErrors: true });
  expect(stripe.charged()).toBe(1);
  expect(codeOf(await pay(await setUp('4000000000003220', 'https://hooks.stripe.com/1')))).toBe('Invalid');
  expect(codeOf(await pay('seti_made_up'))).toBe('Invalid');
  expect(stripe.charged()).toBe(1);
});

test('the server takes no card numbers then, and begins no setup without the option', async () => {
  const info = await scene.calls.info(scene.loan);
  const method = cardBody(scene.loan);
  const body = submissionBody({ info, loginName: 'li.wei', amount: 50, method, fee: debitFee });
  expect(codeOf(await scene.calls.submitCard(body, crypto.randomUUID()))).toBe('Invalid');
  const off = { 'paymentOptions.stripePublishableKey': '' };
  expect(codeOf(await scene.testApp.withOptions(off, begin))).toBe('NotAllowed');
});

test("the policy of pages allows Stripe's script, frames and API, and only then", async () => {
  const { config, institution } = scene.testApp.services;
  const policyWith = (changes: Partial<Options>) =>
    pageHeaders(config, { ...institution, options: { ...institution.options, ...changes } }, undefined)[
      'content-security-policy'
    ]?.split(';');
  const policy = policyWith({});
  expect(policy).toContain("script-src 'self' https://js.stripe.com");
  expect(policy).toContain("frame-src 'self' https://hooks.stripe.com https://js.stripe.com");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com");
  expect(policy).toContain('trusted-types passbook-rich-text passbook-worker passbook-stripe');
  const without = { 'paymentOptions.stripePublishableKey': '', 'paymentOptions.cardConfirmationOrigin': '' };
  expect(policyWith(without)?.join(';')).not.toContain('stripe');
});

test.each([
  [{ 'paymentOptions.stripePublishableKey': 'sk_live_secret' }, /must be a publishable key/],
  [{ 'paymentOptions.cardConfirmationOrigin': '' }, /needs https:\/\/hooks\.stripe\.com/],
  [{ 'paymentOptions.cardFieldsUrl': 'https://fields.cards.example' }, /exclude each other/],
  [{ 'paymentOptions.cardConfirmationOrigin': 'nowhere' }, /must be an address of the card processor/],
])('settings that do not fit are named: %j', async (changes, problem) => {
  const { config } = scene.testApp.services;
  const institution = await loadInstitution('institutions/harbor');
  const problemsOf = (of: Partial<Options>) =>
    settingProblems(config, { ...institution, options: { ...institution.options, ...options, ...of } });
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf(changes)).toContainEqual(expect.stringMatching(problem));
});

test("Stripe's fields need Stripe", async () => {
  const config = readConfig({ PASSBOOK_MODE: 'test' });
  const institution = await loadInstitution('institutions/harbor');
  const changed = { ...institution, options: { ...institution.options, ...options } };
  expect(settingProblems(config, changed)).toEqual([
    'paymentOptions.stripePublishableKey: needs PASSBOOK_CARD_PROCESSOR_KIND=stripe',
  ]);
});

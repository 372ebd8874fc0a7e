import { METHODS_TRIED_PER_HOUR } from '#server/payments/methods/submission-method.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { achBody, cardBody, paymentCalls, submissionBody, type SubmissionBody } from '#tests/builders/payment-calls.ts';
import {
  achFee,
  codeOf,
  createPaymentScene,
  debitFee,
  type PaymentScene,
  withDetails,
  withMethod,
  withPayment,
} from '#tests/builders/payment-scene.ts';

const margaretsLoan = '101-004417-2';
const margaretsOtherLoan = '102-000318-8';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 10_000 });
});

afterAll(() => scene.testApp.close());

const newKey = () => crypto.randomUUID();

type Spoil = (body: SubmissionBody) => SubmissionBody;

const amounts: readonly (readonly [string, Spoil, string])[] = [
  ['no fee', (body) => withDetails(body, { FirstPartyFee: 0 }), 'Invalid'],
  ['a smaller fee', (body) => withDetails(body, { FirstPartyFee: 2.99 }), 'Invalid'],
  ['a third-party fee', (body) => withDetails(body, { ThirdPartyFee: 1 }), 'Invalid'],
  ['additional principal', (body) => withDetails(body, { AdditionalPrincipalAmount: 5 }), 'Invalid'],
  ['parts of a cent', (body) => withDetails(body, { PaymentAmount: 20.005 }), 'Invalid'],
  ['nothing', (body) => withDetails(body, { PaymentAmount: 0 }), 'PaymentAmountMinimumError'],
  [
    'over the card payment limit',
    (body) => withDetails(body, { PaymentAmount: 2_500.01 }),
    'PaymentAmountMaximumError',
  ],
  ['a payoff of another amount', (body) => withPayment(body, { IsPayoff: true }), 'PaymentAmountMaximumError'],
];

const days: readonly (readonly [string, Spoil, string])[] = [
  ['yesterday', (body) => withDetails(body, { PaymentDate: '2026-11-20' }), 'PaymentDateMinimumError'],
  ['tomorrow', (body) => withDetails(body, { PaymentDate: '2026-11-22' }), 'PaymentDateMaximumError'],
  ['no day of the calendar', (body) => withDetails(body, { PaymentDate: '2026-02-30' }), 'Invalid'],
];

const parties: readonly (readonly [string, Spoil, string])[] = [
  ['another login name', (body) => withPayment(body, { LogonName: 'margaret.okafor' }), 'Invalid'],
  ['another company', (body) => withDetails(body, { Company: 12 }), 'Invalid'],
  ['another kind of account', (body) => withPayment(body, { AccountType: 9 }), 'Invalid'],
  ['a changed handle', (body) => ({ ...body, EncryptedData: `A${body.EncryptedData.slice(1)}` }), 'Invalid'],
  ['no handle', (body) => ({ ...body, EncryptedData: '' }), 'Invalid'],
];

const cards: readonly (readonly [string, Spoil, string])[] = [
  ['a wrong check digit', (body) => withCard(body, { CardNumber: '4242424242424241' }), 'Invalid'],
  ['an expired card', (body) => withCard(body, { ExpirationDate: '10/26' }), 'Expired'],
  ['a card of no known brand', (body) => withCard(body, { CardNumber: '9000000000000001' }), 'Invalid'],
];

function withCard(body: SubmissionBody, changes: Parameters<typeof cardBody>[1]): SubmissionBody {
  return withMethod(body, cardBody(scene.loan, changes));
}

describe("a submission that differs from the server's own figures is refused and has no effect", () => {
  test.each([...amounts, ...days, ...parties, ...cards])('%s', async (_what, spoil, expected) => {
    const body = spoil(await scene.cardSubmission(20));
    const before = await scene.effects();
    expect(codeOf(await scene.calls.submitCard(body, newKey()))).toBe(expected);
    expect(await scene.effects()).toEqual(before);
  });

  test('a key that is too short is refused', async () => {
    expect(codeOf(await scene.calls.submitCard(await scene.cardSubmission(20), 'short'))).toBe('Invalid');
  });

  test('a visit that is too old is refused', async () => {
    const body = await scene.cardSubmission(23);
    scene.testApp.clock.moveOn({ minutes: 31 });
    const later = paymentCalls(await scene.testApp.signIn('li.wei'));
    expect(codeOf(await later.submitCard(body, newKey()))).toBe('New');
    scene.testApp.clock.moveOn({ minutes: -31 });
  });
});

test('a bank account that is accepted uses no try, however often its payment is refused', async () => {
  const body = withDetails(await scene.achSubmission(20), { PaymentAmount: 0 });
  for (let count = 0; count <= METHODS_TRIED_PER_HOUR; count += 1) {
    expect(codeOf(await scene.calls.submitAch(body, newKey()))).toBe('PaymentAmountMinimumError');
  }
});

test('a bank account that is accepted uses no try, however often the core fails', async () => {
  const findLoan = () => Promise.reject(new Error('The core fails'));
  const failing = await scene.callsWithHost({ findLoan });
  const body = await scene.achSubmission(20);
  for (let count = 0; count <= METHODS_TRIED_PER_HOUR; count += 1) {
    await expect(failing.submitAch(body, newKey())).rejects.toThrow('500');
  }
  expect(codeOf(await scene.calls.submitAch(body, newKey()))).toBeUndefined();
});

describe("another customer's data", () => {
  test('a loan gives the same answer as one that does not exist', async () => {
    const body = await scene.cardSubmission(20);
    const answers = await Promise.all(
      [margaretsLoan, '999-999999-9'].map((LoanAccountNumber) =>
        scene.caller.call({
          method: 'POST',
          url: '/api/PaymentImmediate/SubmitCard',
          payload: withDetails(body, { LoanAccountNumber }),
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });

  test('a saved method is refused', async () => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const [card] = (await margaret.methods(margaretsLoan)).flatMap(({ CardInfo }) => CardInfo ?? []);
    const body = withMethod(await scene.cardSubmission(22), { ProfileId: card?.ProfileId });
    expect(card?.ProfileId).toBeTruthy();
    expect(codeOf(await scene.calls.submitCard(body, newKey()))).toBe('Invalid');
  });

  test('a handle for another loan of the same customer is refused', async () => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const info = await margaret.info(margaretsLoan);
    const { EncryptedData } = await margaret.info(margaretsOtherLoan);
    const parts = { info, loginName: 'margaret.okafor', amount: 21, method: cardBody(margaretsLoan), fee: debitFee };
    const body = { ...submissionBody(parts), EncryptedData };
    expect(codeOf(await margaret.submitCard(body, newKey()))).toBe('Invalid');
  });
});

describe('options the institution has switched off are refused', () => {
  test.each([
    ['single-use cards', { 'paymentOptions.allowSingleUseCard': false }, 'submitCard', 'Invalid'],
    ['Visa', { 'paymentOptions.allowVisa': false }, 'submitCard', 'Invalid'],
    ['paying once', { 'paymentOptions.allowOneTime': false }, 'submitCard', 'Invalid'],
    ['single-use bank accounts', { 'paymentOptions.allowSingleUseAch': false }, 'submitAch', 'Invalid'],
    ['savings accounts', { 'paymentOptions.allowSavings': false }, 'submitAch', 'Invalid'],
    ['drafts of today', { 'paymentOptions.blockImmediateAch': true }, 'submitAch', 'PaymentDateMinimumError'],
    ['drafts at weekends', { 'paymentOptions.allowWeekendAchDates': false }, 'submitAch', 'PaymentDateWeekendError'],
  ] as const)('%s', async (_what, options, submit, expected) => {
    const card = submit === 'submitCard';
    const body = card ? await scene.cardSubmission(41) : await scene.achSubmission(41, { AccountType: 'Savings' });
    const under = await scene.callsUnder(options);
    expect(codeOf(await under[submit](body, newKey()))).toBe(expected);
  });

  test('credit cards, with their own text', async () => {
    const body = await scene.cardSubmission(42, { DebitCreditType: 'CreditCard' });
    const under = await scene.callsUnder({ 'paymentOptions.debitOnly': true });
    const answer = await under.submitCard(withDetails(body, { FirstPartyFee: 4.5 }), newKey());
    expect(codeOf(answer)).toBe('We do not accept Credit Cards.');
  });

  test('drafts after the cut-off, Monday at five', async () => {
    const { clock } = scene.testApp;
    clock.moveOn({ hours: 55 });
    const caller = await scene.testApp.signIn('li.wei');
    const info = await paymentCalls(caller).info(scene.loan);
    const parts = { info, loginName: 'li.wei', amount: 43, method: achBody(scene.loan), fee: achFee };
    const body = submissionBody(parts);
    const under = await scene.callsUnder({ 'paymentOptions.blockImmediateAchAfterCutoff': true }, caller);
    expect(info.PaymentDetails.PaymentDate).toBe('2026-11-23');
    expect(codeOf(await under.submitAch(body, newKey()))).toBe('PaymentBeforeCutOffTimeError');
    clock.moveOn({ minutes: -1 });
    expect((await under.submitAch(body, newKey())).HasNoErrors).toBe(true);
    clock.moveOn({ hours: -54, minutes: -59 });
  });
});

describe('a loan that can be paid off only by phone', () => {
  test.each(['106-000203-7', '106-000211-4'])(
    'accepts payments but no payoff, however it is labeled: %s',
    async (loan) => {
      const dee = paymentCalls(await scene.testApp.signIn('dee.blocked'));
      const info = await dee.info(loan);
      const method = achBody(loan, { OwnerName: 'Dee Blocked' });
      const body = (amount: number) => submissionBody({ info, loginName: 'dee.blocked', amount, method, fee: achFee });
      const payoff = withPayment(body(info.PayOffAmount), { IsPayoff: true });
      expect(codeOf(await dee.submitAch(payoff, newKey()))).toBe('ContactUs');
      expect(codeOf(await dee.submitAch(body(info.PayOffAmount), newKey()))).toBe('PaymentAmountMaximumError');
      expect((await dee.submitAch(body(10), newKey())).HasNoErrors).toBe(true);
    },
  );
});

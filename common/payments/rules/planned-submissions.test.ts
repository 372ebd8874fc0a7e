import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms, rightBankAccount, rightCard } from '#tests/builders/payment-samples.ts';
import { ordinaryCircumstances } from './availability.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms, RecurringOption } from './payment-types.ts';
import {
  feesOfSubmission,
  findKeptMethodError,
  findSubmissionError,
  intendedKept,
  type KeptMethod,
  type PaymentSubmission,
  type SubmissionPlan,
} from './validate-submission.ts';
import { intendedMethod, type SubmittedMethod } from './submitted-method.ts';

// Today is Friday, November 20, 2026; the loan is due on December 1.
const account: SubmittedMethod = {
  type: 'ACH',
  saved: { type: 'ACH', profileId: 'a', accountType: 'Checking', lastFour: '6789', bankName: 'Harbor Bank' },
};
const card = (expiration = '12/28'): SubmittedMethod => ({
  type: 'Card',
  saved: { type: 'Card', profileId: 'c', brand: 'visa', lastFour: '1111', debitCredit: 'DebitCard', expiration },
});
const newCard: SubmittedMethod = { type: 'Card', singleUse: rightCard };
const newAccount: SubmittedMethod = { type: 'ACH', singleUse: rightBankAccount };

interface Case {
  readonly method?: SubmittedMethod;
  readonly plan?: SubmissionPlan;
  readonly payOn?: string;
  readonly amount?: number;
  readonly principal?: number;
  readonly payoff?: boolean;
  readonly terms?: Partial<PaymentTerms>;
  readonly settings?: Partial<PaymentSettings>;
}

function errorOf(change: Case) {
  const terms = { ...ordinaryTerms, ...change.terms };
  const settings = { ...ordinarySettings, ...change.settings };
  const { method = account, plan = { timing: 'immediate' }, payOn = terms.today } = change;
  const submission: PaymentSubmission = {
    plan,
    companyNumber: 0,
    payOn: day(payOn),
    amountCents: cents(change.amount ?? 41_286),
    additionalPrincipalCents: cents(change.principal ?? 0),
    fees: feesOfSubmission(intendedMethod(method), plan.timing, terms, settings),
    isPayoff: change.payoff ?? false,
    method,
  };
  return findSubmissionError(submission, terms, settings, ordinaryCircumstances);
}

const scheduled: SubmissionPlan = { timing: 'scheduled' };
const recurring = (option: RecurringOption, daysBeforeDue = 0): SubmissionPlan => ({
  timing: 'recurring',
  option,
  daysBeforeDue,
});
const onDueDate = recurring('DaysBeforeDue');

describe('a scheduled payment', () => {
  test.each<[string, Case, string | undefined]>([
    ['for the next business day is taken', { payOn: '2026-11-23' }, undefined],
    ['by a saved card is taken', { payOn: '2026-11-23', method: card() }, undefined],
    ['for today is refused', { payOn: '2026-11-20' }, 'PaymentDateMinimumError'],
    ['for yesterday is refused', { payOn: '2026-11-19' }, 'PaymentDateMinimumError'],
    ['for a Saturday is refused by ACH', { payOn: '2026-11-21' }, 'PaymentDateWeekendError'],
    ['for Thanksgiving is refused', { payOn: '2026-11-26' }, 'PaymentDateHolidayError'],
    ['on the last day of a card is taken', { payOn: '2026-11-30', method: card('11/26') }, undefined],
    ['after the last day of a card is refused', { payOn: '2026-12-01', method: card('11/26') }, 'CardExpiresBefore'],
    ['by a card used once is refused', { payOn: '2026-11-23', method: newCard }, 'MustSavePaymentMethod'],
    ['by an account used once is taken', { payOn: '2026-11-23', method: newAccount }, undefined],
    [
      'where cards are not scheduled is refused in words',
      { payOn: '2026-11-23', method: card(), settings: { schedulingAllowed: { Card: false, ACH: true } } },
      'Cannot make scheduled payment with Card.',
    ],
    [
      'of a loan that only takes payments of today is refused',
      { payOn: '2026-11-23', terms: { onlyImmediatePayments: true } },
      'PaymentDateMaximumError',
    ],
    [
      'to principal only is refused',
      { payOn: '2026-11-23', amount: 0, principal: 500, settings: { principalOnlyAllowed: true } },
      'PaymentDateMaximumError',
    ],
  ])('%s', (_, change, error) => {
    expect(errorOf({ plan: scheduled, ...change })).toBe(error);
  });

  test('where scheduling is blocked does not stop a payment of today', () => {
    expect(errorOf({ terms: { onlyImmediatePayments: true } })).toBeUndefined();
  });
});

describe('a recurring payment', () => {
  test.each<[string, Case, string | undefined]>([
    ['on the due date is taken', { plan: onDueDate }, undefined],
    ['on the due date takes any day that is sent with it', { plan: onDueDate, payOn: '2026-11-19' }, undefined],
    ['some days before it is taken', { plan: recurring('DaysBeforeDue', 9) }, undefined],
    ['more days before it than offered is refused', { plan: recurring('DaysBeforeDue', 10) }, 'Invalid'],
    ['on a day before it where nothing is paid is refused', { plan: recurring('DaysBeforeDue', 5) }, 'Invalid'],
    ['every week from Monday is taken', { plan: recurring('Weekly'), payOn: '2026-11-23' }, undefined],
    ['every week from today is refused', { plan: recurring('Weekly') }, 'PaymentDateMinimumError'],
    ['from a Sunday is refused', { plan: recurring('Weekly'), payOn: '2026-11-22' }, 'PaymentDateWeekendError'],
    ['from a holiday is refused', { plan: recurring('Weekly'), payOn: '2026-11-26' }, 'PaymentDateHolidayError'],
    [
      'where only the due date is offered is refused on other days',
      { plan: recurring('Weekly'), payOn: '2026-11-23', settings: { recurringForcedOnDueDate: true } },
      'Invalid',
    ],
    [
      'by a card is refused in words where only ACH recurs',
      { plan: onDueDate, method: card(), settings: { recurringAllowed: { Card: false, ACH: true } } },
      'Cannot make recurring payment with Card.',
    ],
    ['by a card used once is refused', { plan: onDueDate, method: newCard }, 'PayWithoutSaving'],
    [
      'first drawn on the last day of a card is taken',
      { plan: recurring('DaysBeforeDue', 1), method: card('11/26') },
      undefined,
    ],
    [
      'first drawn after the last day of a card is refused',
      { plan: onDueDate, method: card('11/26') },
      'CardExpiresBefore',
    ],
    [
      'every week from a day after the last day of a card is refused',
      { plan: recurring('Weekly'), payOn: '2026-12-01', method: card('11/26') },
      'CardExpiresBefore',
    ],
    ['that pays off is refused', { plan: onDueDate, amount: 845_115, payoff: true }, 'Invalid'],
    ['with additional principal is taken by ACH', { plan: onDueDate, principal: 100 }, undefined],
    ['with additional principal is refused by card', { plan: onDueDate, principal: 100, method: card() }, 'Invalid'],
    ['with principal up to the payoff is taken', { plan: onDueDate, principal: 803_829 }, undefined],
    ['with a cent more principal is refused', { plan: onDueDate, principal: 803_830 }, 'PaymentAmountMaximumError'],
  ])('%s', (_, change, error) => {
    expect(errorOf(change)).toBe(error);
  });

  test.each<[string, Case, string | undefined]>([
    ['without an amount pays the total due', { amount: 0 }, undefined],
    ['with an amount is refused', { amount: 1 }, 'Invalid'],
    ['with additional principal is refused', { amount: 0, principal: 1 }, 'Invalid'],
    [
      'with an amount is taken where it need not pay the total due',
      { amount: 41_286, settings: { recurringLineOfCreditPaysTotalDue: false } },
      undefined,
    ],
  ])('of a line of credit %s', (_, change, error) => {
    expect(errorOf({ plan: onDueDate, terms: { accountKind: 'lineOfCredit' }, ...change })).toBe(error);
  });
});

describe('a payoff', () => {
  const amount = 845_115;
  test.each<[string, Case, string | undefined]>([
    ['of today is taken', {}, undefined],
    ['on a later day is taken', { plan: scheduled, payOn: '2026-11-23' }, undefined],
    ['with additional principal is refused', { principal: 1 }, 'Invalid'],
    ['a cent above what is owed is refused', { amount: amount + 1 }, 'PayOffQuote'],
    ['of a loan in dispute asks to call', { terms: { payoffHold: 'InDispute' } }, 'ContactUs'],
    ['that is hidden is refused', { settings: { payoffHidden: true } }, 'Invalid'],
    [
      'above the card maximum is too much',
      { method: card(), settings: { maximumCardCents: cents(amount - 1) } },
      'PaymentAmountMaximumError',
    ],
    ['at the card maximum is taken', { method: card(), settings: { maximumCardCents: cents(amount) } }, undefined],
    [
      'above what a bank payment carries is too much',
      { terms: { payoffCents: cents(10_000_000_000) }, amount: 10_000_000_000 },
      'PaymentAmountMaximumError',
    ],
    [
      'on a later day is refused where it must be today',
      { plan: scheduled, payOn: '2026-11-23', settings: { futurePayoffAllowed: { Card: true, ACH: false } } },
      'Invalid',
    ],
    [
      'of today is taken where it must be today',
      { settings: { futurePayoffAllowed: { Card: true, ACH: false } } },
      undefined,
    ],
  ])('%s', (_, change, error) => {
    expect(errorOf({ payoff: true, amount, ...change })).toBe(error);
  });
});

describe('a principal-only payment', () => {
  const settings = { principalOnlyAllowed: true };
  const terms = { balanceCents: cents(50_000), payoffCents: cents(50_321), totalDueCents: ZERO };
  test.each<[string, Case, string | undefined]>([
    ['is taken', { principal: 500 }, undefined],
    ['of all principal is taken', { principal: 50_000 }, undefined],
    ['of a cent more is refused', { principal: 50_001 }, 'PaymentAmountMaximumError'],
    [
      'below the minimum is refused',
      { principal: 499, settings: { ...settings, minimumAchCents: cents(500) } },
      'PaymentAmountMinimumError',
    ],
    ['is refused where it is not offered', { principal: 500, settings: {} }, 'Invalid'],
    [
      'is refused while an installment is due',
      { principal: 500, terms: { ...terms, dueOn: ordinaryTerms.today } },
      'PrincipalOnlyDueFirst',
    ],
    ['that recurs is refused', { principal: 500, plan: onDueDate }, 'PaymentAmountMinimumError'],
  ])('%s', (_, change, error) => {
    expect(errorOf({ amount: 0, settings, terms, ...change })).toBe(error);
  });
});

describe('a bank payment', () => {
  // With fees of $2.25, one cent more than an entry of a bank file can hold.
  const terms = { payoffCents: cents(20_000_000_000), balanceCents: cents(20_000_000_000) };
  test('with its fees fits into the entry of a bank file', () => {
    expect(errorOf({ amount: 9_999_999_774, terms })).toBeUndefined();
    expect(errorOf({ amount: 9_999_999_775, terms })).toBe('PaymentAmountMaximumError');
    expect(errorOf({ amount: 9_999_999_775, terms, method: card() })).toBeUndefined();
  });
});

describe('the method that a planned payment keeps', () => {
  const kept = (change: object): KeptMethod => ({
    type: 'Card',
    brand: 'visa',
    debitCredit: 'DebitCard',
    expiration: '12/28',
    ...change,
  });
  const bank: KeptMethod = { type: 'ACH', accountType: 'Savings' };
  const findError = (method: KeptMethod, settings: Partial<PaymentSettings> = {}) =>
    findKeptMethodError(method, ordinaryTerms, { ...ordinarySettings, ...settings });

  test.each<[string, KeptMethod, Partial<PaymentSettings>, string | undefined]>([
    ['savings account', bank, {}, undefined],
    ['savings account where not taken anymore', bank, { savingsAccountsAllowed: false }, 'Invalid'],
    ['card', kept({}), {}, undefined],
    ['card in its last month', kept({ expiration: '11/26' }), {}, undefined],
    ['card that has expired', kept({ expiration: '10/26' }), {}, 'Expired'],
    ['card without a known expiration date', kept({ expiration: null }), {}, undefined],
    ['card of a brand not taken anymore', kept({}), { cardBrands: ['amex'] }, 'Invalid'],
    ['credit card', kept({ debitCredit: 'CreditCard' }), {}, undefined],
    ['debit card where only debit is taken', kept({}), { debitOnly: true }, undefined],
    [
      'credit card where only debit is taken',
      kept({ debitCredit: 'CreditCard' }),
      { debitOnly: true },
      'We do not accept Credit Cards.',
    ],
  ])('%s', (_, method, settings, error) => {
    expect(findError(method, settings)).toBe(error);
  });

  test('is what dates and fees of a change are decided by', () => {
    expect(intendedKept(bank)).toEqual({ type: 'ACH', use: 'saved', debitCredit: null, goodThrough: null });
    expect(intendedKept(kept({ expiration: '02/28', debitCredit: 'CreditCard' }))).toEqual({
      type: 'Card',
      use: 'saved',
      debitCredit: 'CreditCard',
      goodThrough: '2028-02-29',
    });
    expect(intendedKept(kept({ expiration: null }))).toMatchObject({ goodThrough: null });
    expect(intendedKept(kept({ expiration: '13/28' }))).toMatchObject({ goodThrough: null });
  });
});

test('what dates and fees are decided by says whether a method is saved and how long it is good', () => {
  expect(intendedMethod(account)).toEqual({ type: 'ACH', use: 'saved', debitCredit: null, goodThrough: null });
  expect(intendedMethod(newAccount)).toMatchObject({ type: 'ACH', use: 'singleUse' });
  expect(intendedMethod(card('02/27'))).toEqual({
    type: 'Card',
    use: 'saved',
    debitCredit: 'DebitCard',
    goodThrough: '2027-02-28',
  });
  expect(intendedMethod(newCard)).toMatchObject({ use: 'singleUse', goodThrough: '2028-12-31' });
  expect(intendedMethod(card('99/99'))).toMatchObject({ goodThrough: null });
});

test.each([
  ['immediate', 200],
  ['scheduled', 100],
  ['recurring', 300],
] as const)('a bank payment that is %s has the fee of its kind', (timing, firstPartyCents) => {
  const method = intendedMethod(account);
  expect(feesOfSubmission(method, timing, ordinaryTerms, ordinarySettings)).toEqual({
    firstPartyCents,
    thirdPartyCents: 25,
  });
});

test('a card of unknown kind has the fee of a debit card', () => {
  const unknown = { type: 'Card', use: 'saved', debitCredit: null, goodThrough: null } as const;
  expect(feesOfSubmission(unknown, 'immediate', ordinaryTerms, ordinarySettings)).toMatchObject({
    firstPartyCents: 400,
  });
});

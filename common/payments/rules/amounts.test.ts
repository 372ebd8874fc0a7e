import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents, ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import { findAmountEntryError } from './amount-entries.ts';
import { amountLimits, defaultAmount, findAmountError } from './amounts.ts';
import { paysTotalDue } from './total-due.ts';
import { payoffAvailability } from './method-availability.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms, PaymentType } from './payment-types.ts';

function limits(terms: Partial<PaymentTerms> = {}, settings: Partial<PaymentSettings> = {}, type: PaymentType = 'ACH') {
  return amountLimits({ ...ordinaryTerms, ...terms }, { ...ordinarySettings, ...settings }, type);
}

const due = ordinaryTerms.totalDueCents;
const payoff = ordinaryTerms.payoffCents;

test('without limits, one cent up to the payoff is allowed', () => {
  expect(limits()).toEqual({
    minimumCents: cents(1),
    maximumCents: payoff,
    defaultCents: due,
    dueAboveMaximum: false,
    aboveCardMaximum: false,
  });
});

describe('the limit of a bank entry', () => {
  const thirdPartyFees = { cardCents: ZERO, achCents: cents(50) };
  const huge = { payoffCents: cents(20_000_000_000), fees: { ...ordinaryTerms.fees, eCheckCents: cents(200) } };

  test('applies to the amount with its fee, and not to cards', () => {
    expect(limits(huge, { thirdPartyFees }).maximumCents).toBe(9_999_999_999 - 250);
    expect(limits(huge, { thirdPartyFees }, 'Card').maximumCents).toBe(20_000_000_000);
  });

  test('excludes a larger payoff', () => {
    const payoff = (payoffCents: number) =>
      payoffAvailability(
        'ACH',
        'today',
        cents(payoffCents),
        { ...ordinaryTerms, ...huge },
        { ...ordinarySettings, thirdPartyFees },
      );
    expect(payoff(9_999_999_749)).toEqual({ allowed: true });
    expect(payoff(9_999_999_750)).toEqual({ allowed: false, reason: 'AboveBankMaximum' });
  });
});

describe('the minimum', () => {
  const of25 = { minimumAchCents: cents(2_500), minimumCardCents: cents(3_500) };

  test.each<[string, Partial<PaymentTerms>, Partial<PaymentSettings>, PaymentType, number]>([
    ['of a bank account', {}, of25, 'ACH', 2_500],
    ['of a card', {}, of25, 'Card', 3_500],
    ['is lowered to the total due', { totalDueCents: cents(2_499) }, of25, 'ACH', 2_499],
    ['is not raised to the total due', { totalDueCents: cents(2_501) }, of25, 'ACH', 2_500],
    ['is lowered to the payoff', { payoffCents: cents(900), totalDueCents: ZERO }, of25, 'ACH', 900],
    ['stays above zero when nothing is due', { totalDueCents: ZERO }, of25, 'ACH', 2_500],
    [
      'is lowered to the regular payment when nothing is due',
      { totalDueCents: ZERO, regularPaymentCents: cents(2_000) },
      of25,
      'ACH',
      2_000,
    ],
    ['is the total due when forced', {}, { ...of25, totalDueForced: true }, 'ACH', 41_286],
    [
      'is the total due when forced, even below the configured one',
      { totalDueCents: cents(1_000) },
      { ...of25, totalDueForced: true },
      'ACH',
      1_000,
    ],
    [
      'is the configured one when forced and nothing is due',
      { totalDueCents: ZERO },
      { ...of25, totalDueForced: true },
      'ACH',
      2_500,
    ],
    [
      'is the total due when delinquent and forced then',
      { delinquent: true },
      { totalDueForcedWhenDelinquent: true },
      'ACH',
      41_286,
    ],
    ['is not forced while not delinquent', {}, { totalDueForcedWhenDelinquent: true }, 'ACH', 1],
    ['is not forced by delinquency alone', { delinquent: true }, {}, 'ACH', 1],
    [
      'is capped by the maximum of a card',
      {},
      { totalDueForced: true, maximumCardCents: cents(30_000) },
      'Card',
      30_000,
    ],
    [
      'is capped by the maximum of the payoff',
      { totalDueCents: payoff },
      { totalDueForced: true, maximumPayoffFactor: 0.5 },
      'ACH',
      422_558,
    ],
  ])('%s', (_, terms, settings, type, expected) => {
    expect(limits(terms, settings, type).minimumCents).toBe(expected);
  });
});

describe('the maximum', () => {
  test.each<[string, Partial<PaymentTerms>, Partial<PaymentSettings>, PaymentType, number]>([
    ['is the payoff', {}, {}, 'ACH', 845_115],
    ['is the payoff times the factor, rounded half away from zero', {}, { maximumPayoffFactor: 0.5 }, 'ACH', 422_558],
    ['may exceed the payoff by the factor', {}, { maximumPayoffFactor: 1.1 }, 'ACH', 929_627],
    ['of a card is its own', {}, { maximumCardCents: cents(50_000) }, 'Card', 50_000],
    [
      'of a card is no more than the payoff',
      { payoffCents: cents(40_000) },
      { maximumCardCents: cents(50_000) },
      'Card',
      40_000,
    ],
    ['of a card without its own is the payoff', {}, {}, 'Card', 845_115],
    ['of a bank account ignores that of cards', {}, { maximumCardCents: cents(50_000) }, 'ACH', 845_115],
    ['is zero when there is nothing to pay off', { payoffCents: cents(-5) }, {}, 'ACH', 0],
  ])('%s', (_, terms, settings, type, expected) => {
    expect(limits(terms, settings, type).maximumCents).toBe(expected);
  });
});

test('the minimum drops to the payoff today if there is no regular payment', () => {
  const terms = { ...ordinaryTerms, totalDueCents: ZERO, regularPaymentCents: ZERO, payoffCents: cents(900) };
  const settings = { ...ordinarySettings, minimumAchCents: cents(2_500), maximumPayoffFactor: 1.1 };
  expect(amountLimits(terms, settings, 'ACH').minimumCents).toBe(900);
  expect(amountLimits(terms, settings, 'ACH', { timing: 'immediate' }).minimumCents).toBe(900);
  expect(amountLimits(terms, settings, 'ACH', { timing: 'scheduled' }).minimumCents).toBe(990);
});

test('the maximum of recurring payments does not apply to one-time payments', () => {
  const settings = { additionalAmountOnRecurringAllowed: false };
  expect(limits({}, settings).maximumCents).toBe(payoff);
  expect(
    amountLimits(ordinaryTerms, { ...ordinarySettings, ...settings }, 'ACH', { timing: 'scheduled' }).maximumCents,
  ).toBe(payoff);
});

test.each(['immediate', 'scheduled'] as const)(
  'a one-time payment of a line of credit (%s) does not pay its total due',
  (timing) => {
    const line = { accountKind: 'lineOfCredit' } as const;
    expect(paysTotalDue(line, ordinarySettings, { timing })).toBe(false);
    expect(paysTotalDue(line, ordinarySettings, { timing: 'recurring' })).toBe(true);
  },
);

describe('the default amount', () => {
  test.each<[string, Partial<PaymentTerms>, number]>([
    ['is the total due', { regularPaymentCents: cents(30_000) }, 41_286],
    ['is the regular payment when nothing is due', { totalDueCents: ZERO, regularPaymentCents: cents(20_000) }, 20_000],
    ['is never more than the payoff', { totalDueCents: ZERO, payoffCents: cents(15_000) }, 15_000],
  ])('%s', (_, terms, expected) => {
    expect(defaultAmount({ ...ordinaryTerms, ...terms })).toBe(expected);
  });

  test("above the method's maximum is a warning", () => {
    expect(limits({}, { maximumCardCents: cents(41_285) }, 'Card').dueAboveMaximum).toBe(true);
    expect(limits({}, { maximumCardCents: due }, 'Card').dueAboveMaximum).toBe(false);
    expect(limits({}, { maximumCardCents: cents(41_285) }, 'ACH').dueAboveMaximum).toBe(false);
  });
});

describe('can be above the card maximum, leaving only a bank account', () => {
  test.each<[string, Partial<PaymentTerms>, Partial<PaymentSettings>, PaymentType, boolean]>([
    [
      'when a forced total due exceeds the card maximum by a cent',
      {},
      { totalDueForced: true, maximumCardCents: cents(41_285) },
      'Card',
      true,
    ],
    ['not when it equals it', {}, { totalDueForced: true, maximumCardCents: due }, 'Card', false],
    ['not when it is not forced', {}, { maximumCardCents: cents(41_285) }, 'Card', false],
    ['not with a bank account', {}, { totalDueForced: true, maximumCardCents: cents(41_285) }, 'ACH', false],
    ['not without a card maximum', {}, { totalDueForced: true }, 'Card', false],
  ])('%s', (_, terms, settings, type, expected) => {
    expect(limits(terms, settings, type).aboveCardMaximum).toBe(expected);
  });

  test('and then no amount is valid for a card', () => {
    const blocked = limits({}, { totalDueForced: true, maximumCardCents: cents(41_285) }, 'Card');
    expect(findAmountError(cents(41_285), blocked)).toBe('AboveCardMaximum');
    expect(findAmountEntryError('100', blocked)).toEqual({ key: 'amountError.cardMaximum' });
  });
});

describe('an amount', () => {
  const from25To412 = limits({}, { minimumAchCents: cents(2_500), maximumPayoffFactor: 0.0488526 });

  test.each([
    [2_499, 'BelowMinimum'],
    [2_500, undefined],
    [41_286, undefined],
    [41_287, 'AboveMaximum'],
  ])('of %i cents between 25.00 and 412.86: %s', (amount, error) => {
    expect(from25To412.maximumCents).toBe(41_286);
    expect(findAmountError(cents(amount), from25To412)).toBe(error);
  });

  test('of zero is never enough', () => {
    expect(findAmountError(ZERO, { ...from25To412, minimumCents: ZERO })).toBe('BelowMinimum');
  });

  test('accepted is never below the minimum or above the maximum', () => {
    fc.assert(
      fc.property(
        anyTerms(),
        anySettings(),
        fc.constantFrom<PaymentType>('ACH', 'Card'),
        anyCents(),
        (terms, settings, type, amount) => {
          const { minimumCents, maximumCents, aboveCardMaximum } = limits(terms, settings, type);
          expect(minimumCents).toBeLessThanOrEqual(maximumCents);
          expect(Number.isSafeInteger(maximumCents)).toBe(true);
          if (findAmountError(amount, limits(terms, settings, type)) !== undefined) return;
          expect(aboveCardMaximum).toBe(false);
          expect(amount).toBeGreaterThan(0);
          expect(amount).toBeGreaterThanOrEqual(minimumCents);
          expect(amount).toBeLessThanOrEqual(maximumCents);
          const cardMaximum = (type === 'Card' ? settings.maximumCardCents : null) ?? maximumCents;
          expect(amount).toBeLessThanOrEqual(cardMaximum);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function anyCents(max = 1_000_000): fc.Arbitrary<Cents> {
  return fc.integer({ min: 0, max }).map(cents);
}

function anyTerms() {
  return fc.record({
    totalDueCents: anyCents(),
    regularPaymentCents: anyCents(),
    payoffCents: anyCents(),
    delinquent: fc.boolean(),
  });
}

function anySettings() {
  return fc.record({
    minimumAchCents: anyCents(10_000),
    minimumCardCents: anyCents(10_000),
    maximumCardCents: fc.option(anyCents()),
    totalDueForced: fc.boolean(),
    totalDueForcedWhenDelinquent: fc.boolean(),
    maximumPayoffFactor: fc.option(fc.integer({ min: 1, max: 200 }).map((percent) => percent / 100)),
  });
}

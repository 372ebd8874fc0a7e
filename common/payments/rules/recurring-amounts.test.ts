import { describe, expect, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import {
  amountLimits,
  type AmountUse,
  findAmountError,
  isAmountStepSkipped,
  isFarAboveDue,
  maxAdditionalPrincipal,
  mayAddPrincipal,
  monthlyAmount,
} from './amounts.ts';
import { paysTotalDue } from './total-due.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms, PaymentType } from './payment-types.ts';

const payoff = ordinaryTerms.payoffCents;

describe('a recurring payment', () => {
  const weekly: AmountUse = { timing: 'recurring', option: 'Weekly' };
  const onDueDate: AmountUse = { timing: 'recurring', option: 'DaysBeforeDue' };
  const line: Partial<PaymentTerms> = { accountKind: 'lineOfCredit' };
  const nothingExtra: Partial<PaymentSettings> = {
    additionalAmountOnRecurringAllowed: false,
    additionalPrincipalOnRecurringAchAllowed: false,
    customAmountOnDaysBeforeDueAllowed: false,
    recurringLineOfCreditPaysTotalDue: false,
  };
  const of = (
    use: AmountUse,
    settings: Partial<PaymentSettings> = {},
    type: PaymentType = 'ACH',
    terms: Partial<PaymentTerms> = {},
  ) => {
    const all = { ...ordinarySettings, ...nothingExtra, ...settings };
    const loan = { ...ordinaryTerms, ...terms };
    const { minimumCents, maximumCents } = amountLimits(loan, all, type, use);
    return {
      minimum: minimumCents,
      maximum: maximumCents,
      skipped: isAmountStepSkipped(type, use, loan, all),
      principal: mayAddPrincipal(type, use, loan, all),
      varies: paysTotalDue(loan, all, use),
    };
  };
  const regular = 41_286;

  test.each<[string, AmountUse, Partial<PaymentSettings>, PaymentType, Partial<PaymentTerms>, object]>([
    ['is at most the regular one', weekly, {}, 'ACH', {}, { minimum: 1, maximum: regular, skipped: false }],
    ['may be more where allowed', weekly, { additionalAmountOnRecurringAllowed: true }, 'ACH', {}, { maximum: payoff }],
    ['is no more than is left', weekly, {}, 'ACH', { payoffCents: cents(900) }, { maximum: 900 }],
    [
      'by card is at most the lower of both',
      weekly,
      { maximumCardCents: cents(9_000) },
      'Card',
      {},
      { maximum: 9_000 },
    ],
    [
      'on the due date is the regular one',
      onDueDate,
      {},
      'ACH',
      {},
      { minimum: regular, maximum: regular, skipped: true },
    ],
    [
      'on the due date stays the regular one where others may be more',
      onDueDate,
      { additionalAmountOnRecurringAllowed: true },
      'ACH',
      {},
      { minimum: regular, maximum: regular, skipped: true },
    ],
    [
      'on the due date may be chosen where allowed',
      onDueDate,
      { customAmountOnDaysBeforeDueAllowed: true },
      'ACH',
      {},
      { minimum: 1, maximum: regular, skipped: false },
    ],
    [
      'on the due date may carry principal where allowed',
      onDueDate,
      { additionalPrincipalOnRecurringAchAllowed: true },
      'ACH',
      {},
      { minimum: regular, maximum: regular, skipped: false, principal: true },
    ],
    [
      'by card carries no principal',
      weekly,
      { additionalPrincipalOnRecurringAchAllowed: true },
      'Card',
      {},
      { principal: false },
    ],
    [
      'of a line pays what is due then',
      weekly,
      { recurringLineOfCreditPaysTotalDue: true },
      'ACH',
      line,
      { varies: true, skipped: true },
    ],
    [
      'of a line that pays what is due carries no principal',
      weekly,
      { recurringLineOfCreditPaysTotalDue: true, additionalPrincipalOnRecurringAchAllowed: true },
      'ACH',
      line,
      { varies: true, principal: false, skipped: true },
    ],
    [
      'for a line can include additional principal',
      weekly,
      { additionalPrincipalOnRecurringAchAllowed: true },
      'ACH',
      line,
      { varies: false, principal: true, skipped: false },
    ],
    ['of a line may be an amount', weekly, {}, 'ACH', line, { varies: false, skipped: false }],
    [
      'of a loan is always an amount',
      weekly,
      { recurringLineOfCreditPaysTotalDue: true },
      'ACH',
      {},
      { varies: false },
    ],
    ['is not raised by a forced total due', weekly, { totalDueForced: true }, 'ACH', {}, { minimum: 1 }],
    [
      'is raised by one that delinquency forces, to its maximum at most',
      weekly,
      { totalDueForcedWhenDelinquent: true },
      'ACH',
      { delinquent: true, totalDueCents: cents(50_000) },
      { minimum: regular, maximum: regular },
    ],
    ['has no step where the institution hides it', weekly, { amountHidden: true }, 'ACH', {}, { skipped: true }],
  ])('%s', (_, use, settings, type, terms, expected) => {
    expect(of(use, settings, type, terms)).toMatchObject(expected);
  });

  test("and its additional principal can't exceed the payoff", () => {
    expect(maxAdditionalPrincipal(cents(845_000), ordinaryTerms)).toBe(115);
    expect(maxAdditionalPrincipal(cents(845_116), ordinaryTerms)).toBe(0);
  });

  test("leaves a cent of a loan that can't be paid off online, with and without additional principal", () => {
    const held = { ...ordinaryTerms, payoffHold: 'InDispute' as const };
    expect(amountLimits(held, ordinarySettings, 'ACH').maximumCents).toBe(held.payoffCents - 1);
    expect(maxAdditionalPrincipal(cents(845_000), held)).toBe(114);
  });

  test('made once has no additional principal', () => {
    expect(mayAddPrincipal('ACH', { timing: 'scheduled' }, ordinaryTerms, ordinarySettings)).toBe(false);
  });
});

describe('an installment spread over another frequency', () => {
  const monthly = { ...ordinaryTerms, regularPaymentCents: cents(46_948) };
  test.each([
    ['Weekly', 10_834, 46_947],
    ['BiWeekly', 21_668, 46_947],
    ['SemiMonthly', 23_474, 46_948],
    ['DayOfMonth', 46_948, 46_948],
    ['DaysBeforeDue', 46_948, 46_948],
  ] as const)('proposes %s as its share', (option, share, inAMonth) => {
    expect(amountLimits(monthly, ordinarySettings, 'ACH', { timing: 'recurring', option }).defaultCents).toBe(share);
    expect(monthlyAmount(cents(share), option, 'Monthly')).toBe(inAMonth);
    expect(isFarAboveDue(cents(share), option, monthly)).toBe(false);
  });

  test('can be paid in full each time, which is far above the amount due', () => {
    const use = { timing: 'recurring', option: 'Weekly' } as const;
    const limits = amountLimits(monthly, ordinarySettings, 'ACH', use);
    expect(findAmountError(cents(46_948), limits)).toBeUndefined();
    expect(isFarAboveDue(cents(46_948), 'Weekly', monthly)).toBe(true);
    expect(monthlyAmount(cents(46_948), 'Weekly', 'Monthly')).toBe(203_441);
  });

  test.each([
    [60_000, false],
    [60_001, true],
  ])('of %i is far above one of 40,000: %s', (amount, isFar) => {
    const terms = { ...monthly, regularPaymentCents: cents(40_000) };
    expect(isFarAboveDue(cents(amount), 'DayOfMonth', terms)).toBe(isFar);
  });

  test('never exceeds the payoff', () => {
    const least = { ...monthly, payoffCents: cents(5_000) };
    const use = { timing: 'recurring', option: 'Weekly' } as const;
    expect(amountLimits(least, ordinarySettings, 'ACH', use).defaultCents).toBe(5_000);
  });
});

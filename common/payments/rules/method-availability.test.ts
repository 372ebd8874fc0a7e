import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import { methodAvailability, type MethodKind, payoffAvailability } from './method-availability.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { Frequency, PaymentTerms, RecurringPayment, ScheduledPayment } from './payment-types.ts';

const allowed = { allowed: true };
const refused = (reason: string) => ({ allowed: false, reason });

const savedAch: MethodKind = { type: 'ACH', use: 'saved' };
const savedCard: MethodKind = { type: 'Card', use: 'saved' };
const onceAch: MethodKind = { type: 'ACH', use: 'singleUse' };
const onceCard: MethodKind = { type: 'Card', use: 'singleUse' };

const scheduled: ScheduledPayment = {
  handle: 's',
  referenceNumber: '2222-3333-4444',
  type: 'ACH',
  lastFour: '6789',
  goodThrough: null,
  payOn: day('2026-11-30'),
  amountCents: cents(100),
  totalCents: cents(200),
  feeCents: ZERO,
  posted: false,
  paused: false,
  deletable: true,
  editable: true,
};

const recurring: RecurringPayment = {
  handle: 'r',
  referenceNumber: '2222-3333-4444',
  type: 'ACH',
  lastFour: '6789',
  goodThrough: null,
  option: 'DaysBeforeDue',
  daysBeforeDue: 0,
  nextOn: day('2026-12-01'),
  totalCents: cents(41_586),
  feeCents: ZERO,
  amountCents: cents(41_286),
  additionalPrincipalCents: ZERO,
  paysTotalDue: false,
  paused: false,
  deletable: true,
  editable: true,
  skippable: true,
};

interface Case {
  readonly method?: MethodKind;
  readonly terms?: Partial<PaymentTerms>;
  readonly settings?: Partial<PaymentSettings>;
}

function available({ method = savedAch, terms, settings }: Case = {}) {
  return methodAvailability(method, { ...ordinaryTerms, ...terms }, { ...ordinarySettings, ...settings });
}

test('an ordinary loan can be paid now, later, repeatedly, and off', () => {
  const { daysBeforeDue, daysLeftOut, frequencies, ...rest } = available();
  expect(rest).toEqual({
    payNow: allowed,
    payLater: allowed,
    recurring: allowed,
    payoffToday: allowed,
    payoffLater: allowed,
  });
  expect(new Set(Object.values(frequencies).map((each) => each.allowed))).toEqual(new Set([true]));
  expect(daysBeforeDue).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
  // Thanksgiving.
  expect(daysLeftOut).toEqual([{ daysBeforeDue: 5, on: '2026-11-26' }]);
});

describe('a payment for a later day', () => {
  test.each<[string, Case, object]>([
    ['by saved card', { method: savedCard }, allowed],
    ['by a bank account used once', { method: onceAch }, allowed],
    ['by a card used once', { method: onceCard }, refused('SingleUseCard')],
    ['while not past due, though blocked then', { settings: { schedulingBlockedWhenPastDue: true } }, allowed],
    [
      'while not delinquent, though not allowed then',
      { settings: { schedulingAllowedWhenDelinquent: false } },
      allowed,
    ],
    ['while past due', { terms: { pastDue: true } }, allowed],
    [
      'while past due and blocked then',
      { terms: { pastDue: true }, settings: { schedulingBlockedWhenPastDue: true } },
      refused('PastDue'),
    ],
    ['not past due though blocked then', { settings: { schedulingBlockedWhenPastDue: true } }, allowed],
    ['while delinquent', { terms: { delinquent: true } }, allowed],
    [
      'while delinquent and not allowed then',
      { terms: { delinquent: true }, settings: { schedulingAllowedWhenDelinquent: false } },
      refused('Delinquent'),
    ],
    ['not delinquent though not allowed then', { settings: { schedulingAllowedWhenDelinquent: false } }, allowed],
    ['with the quota of one met', { terms: { scheduledPayments: [scheduled] } }, refused('QuotaReached')],
    [
      'one below a quota of two',
      { terms: { scheduledPayments: [scheduled] }, settings: { maxScheduledPayments: 2 } },
      allowed,
    ],
    [
      'with a quota of two met',
      { terms: { scheduledPayments: [scheduled, scheduled] }, settings: { maxScheduledPayments: 2 } },
      refused('QuotaReached'),
    ],
    ['with a quota of zero', { settings: { maxScheduledPayments: 0 } }, refused('QuotaReached')],
    [
      'by ACH where only cards may',
      { settings: { schedulingAllowed: { ACH: false, Card: true } } },
      refused('TypeNotAllowed'),
    ],
    [
      'by card where only ACH may',
      { method: savedCard, settings: { schedulingAllowed: { ACH: true, Card: false } } },
      refused('TypeNotAllowed'),
    ],
    [
      "by card where ACH isn't allowed",
      { method: savedCard, settings: { schedulingAllowed: { ACH: false, Card: true } } },
      allowed,
    ],
    ['next to a recurring one', { terms: { recurringPayment: recurring } }, refused('HasRecurring')],
    ['when only immediate payments are taken', { terms: { onlyImmediatePayments: true } }, refused('OnlyImmediate')],
  ])('%s', (_, change, expected) => {
    expect(available(change).payLater).toEqual(expected);
  });
});

describe('a recurring payment', () => {
  test.each<[string, Case, object]>([
    ['by saved card', { method: savedCard }, allowed],
    ['by a bank account used once', { method: onceAch }, allowed],
    ['by a card used once', { method: onceCard }, refused('SingleUseCard')],
    ['that the host forbids', { terms: { recurringAllowed: false } }, refused('BlockedByHost')],
    ['while past due', { terms: { pastDue: true } }, allowed],
    [
      'while past due and blocked then',
      { terms: { pastDue: true }, settings: { recurringBlockedWhenPastDue: true } },
      refused('PastDue'),
    ],
    ['while not past due, though blocked then', { settings: { recurringBlockedWhenPastDue: true } }, allowed],
    ['while not delinquent, though not allowed then', { settings: { recurringAllowedWhenDelinquent: false } }, allowed],
    ['while delinquent', { terms: { delinquent: true } }, allowed],
    [
      'while delinquent and not allowed then',
      { terms: { delinquent: true }, settings: { recurringAllowedWhenDelinquent: false } },
      refused('Delinquent'),
    ],
    ['next to a scheduled one', { terms: { scheduledPayments: [scheduled] } }, refused('HasScheduled')],
    [
      'next to two scheduled ones',
      { terms: { scheduledPayments: [scheduled, scheduled] } },
      refused('HasMultipleScheduled'),
    ],
    ['next to another recurring one', { terms: { recurringPayment: recurring } }, refused('HasRecurring')],
    [
      'by ACH where only cards may',
      { settings: { recurringAllowed: { ACH: false, Card: true } } },
      refused('TypeNotAllowed'),
    ],
    [
      'by card where only ACH may',
      { method: savedCard, settings: { recurringAllowed: { ACH: true, Card: false } } },
      refused('TypeNotAllowed'),
    ],
    ['when only immediate payments are taken', { terms: { onlyImmediatePayments: true } }, refused('OnlyImmediate')],
  ])('%s', (_, change, expected) => {
    const { recurring: answer, frequencies } = available(change);
    expect(answer).toEqual(expected);
    expect(frequencies.Weekly).toEqual(expected);
    expect(frequencies.OneTime).toEqual(allowed);
  });
});

describe('frequencies', () => {
  const listed = (change: Case) => {
    const { frequencies } = available(change);
    return (Object.keys(frequencies) as Frequency[]).filter((each) => frequencies[each].allowed);
  };

  test.each<[PaymentTerms['billingFrequency'], Frequency[]]>([
    ['Monthly', ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'MonthlyOnDate', 'SemiMonthly', 'TwoWeeks', 'Weekly']],
    ['SemiMonthly', ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'TwoWeeks', 'Weekly']],
    ['TwoWeeks', ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'Weekly']],
    ['Weekly', ['OneTime', 'OnDueDate', 'DaysBeforeDue']],
  ])('of a loan billed %s', (billingFrequency, expected) => {
    expect(listed({ terms: { billingFrequency } })).toEqual(expected);
  });

  test.each(Object.keys(ordinarySettings.frequenciesAllowed) as Frequency[])('%s has its own switch', (each) => {
    const frequenciesAllowed = { ...ordinarySettings.frequenciesAllowed, [each]: false };
    expect(available({ settings: { frequenciesAllowed } }).frequencies[each]).toEqual(refused('NotOffered'));
    expect(listed({ settings: { frequenciesAllowed } })).toHaveLength(6);
  });

  test('that is not offered gets that reason, even if something else blocks it too', () => {
    const blocked = { recurringAllowed: false, delinquent: true };
    const none = { ...ordinarySettings.frequenciesAllowed, Weekly: false };
    const { frequencies } = available({ terms: blocked, settings: { frequenciesAllowed: none } });
    expect(frequencies.Weekly).toEqual(refused('NotOffered'));
    expect(frequencies.TwoWeeks).toEqual(refused('BlockedByHost'));
  });

  test('is only on the due date where that is forced', () => {
    expect(listed({ settings: { recurringForcedOnDueDate: true } })).toEqual(['OneTime', 'OnDueDate']);
    expect(available({ settings: { recurringForcedOnDueDate: true } }).frequencies.Weekly).toEqual(
      refused('ForcedOnDueDate'),
    );
  });

  test.each([
    [4, ['OneTime', 'DaysBeforeDue'], [4]],
    [0, ['OneTime', 'OnDueDate'], [0]],
    // November 26 is a holiday.
    [5, ['OneTime'], []],
  ])('is only one number of days before the due date where %i is forced', (days, expected, choices) => {
    const change = { settings: { recurringForcedDaysBeforeDue: days } };
    expect(listed(change)).toEqual(expected);
    expect(available(change).daysBeforeDue).toEqual(choices);
  });

  test.each([null, 0, 4, 5])('is only on the due date where that is forced, and %s days before it as well', (days) => {
    const settings = { recurringForcedOnDueDate: true, recurringForcedDaysBeforeDue: days };
    const { frequencies } = available({ settings });
    expect(listed({ settings })).toEqual(['OneTime', 'OnDueDate']);
    expect(frequencies.DaysBeforeDue).toEqual(refused('ForcedOnDueDate'));
  });

  test("can't follow the due date of a loan without one", () => {
    expect(available({ terms: { upcomingDueDays: [] } }).frequencies).toMatchObject({
      OnDueDate: refused('NoDueDate'),
      DaysBeforeDue: refused('NoDueDate'),
      Weekly: allowed,
    });
  });
});

describe('days before the due date', () => {
  test.each<[string, Partial<PaymentTerms>, number[]]>([
    ['1 to 9 but the holiday, when billed monthly', {}, [1, 2, 3, 4, 6, 7, 8, 9]],
    ['1 to 3 when billed otherwise', { billingFrequency: 'TwoWeeks' }, [1, 2, 3]],
    ['also those that are over, for the due date after next', { today: day('2026-11-29') }, [1, 2, 3, 4, 6, 7, 8, 9]],
    [
      'from tomorrow where no day without payments is known',
      { today: day('2026-11-27'), nonPaymentDays: [] },
      [1, 2, 3],
    ],
    ['not today where no such day is known', { today: day('2026-11-30'), nonPaymentDays: [] }, []],
    ['none without a due date', { upcomingDueDays: [] }, []],
  ])('%s', (_, terms, expected) => {
    expect(available({ terms }).daysBeforeDue).toEqual(expected);
  });
});

describe('paying off', () => {
  const payoff = (when: 'today' | 'later', { method = savedAch, terms, settings }: Case, amount = 845_115) =>
    payoffAvailability(
      method.type,
      when,
      cents(amount),
      { ...ordinaryTerms, ...terms },
      { ...ordinarySettings, ...settings },
    );
  const futureForNone = { futurePayoffAllowed: { Card: false, ACH: false } };

  test.each<[string, 'today' | 'later', Case, number, object]>([
    ['today', 'today', {}, 845_115, allowed],
    ['a cent', 'today', {}, 1, allowed],
    ['nothing', 'today', {}, 0, refused('NothingToPayOff')],
    ['locked for payoff', 'today', { terms: { payoffHold: 'LockedForPayoff' } }, 1, refused('LockedForPayoff')],
    ['in dispute, later', 'later', { terms: { payoffHold: 'InDispute' } }, 1, refused('InDispute')],
    ['where hidden', 'today', { settings: { payoffHidden: true } }, 1, refused('Hidden')],
    ['with a factor of 1', 'today', { settings: { maximumPayoffFactor: 1 } }, 1, allowed],
    ['with a factor below 1', 'today', { settings: { maximumPayoffFactor: 0.99 } }, 1, refused('PartOfPayoffOnly')],
    ['with a factor above 1', 'today', { settings: { maximumPayoffFactor: 1.01 } }, 1, refused('PartOfPayoffOnly')],
    ['at the card maximum', 'today', { method: savedCard, settings: { maximumCardCents: cents(500) } }, 500, allowed],
    [
      'a cent above the card maximum',
      'today',
      { method: savedCard, settings: { maximumCardCents: cents(500) } },
      501,
      refused('AboveCardMaximum'),
    ],
    ['above the card maximum by ACH', 'today', { settings: { maximumCardCents: cents(500) } }, 501, allowed],
    ['today where no later day is allowed', 'today', { settings: futureForNone }, 1, allowed],
    ['later', 'later', {}, 1, allowed],
    ['later where not allowed', 'later', { settings: futureForNone }, 1, refused('FutureNotAllowed')],
    [
      'later by ACH where only cards may',
      'later',
      { settings: { futurePayoffAllowed: { Card: true, ACH: false } } },
      1,
      refused('FutureNotAllowed'),
    ],
    [
      'later by card where only cards may',
      'later',
      { method: savedCard, settings: { futurePayoffAllowed: { Card: true, ACH: false } } },
      1,
      allowed,
    ],
    ['an overdue loan later', 'later', { terms: { pastDue: true } }, 1, refused('Overdue')],
    [
      'an overdue loan from a bank account that cannot pay today',
      'later',
      { terms: { pastDue: true }, settings: { immediateAchBlocked: true } },
      1,
      refused('OnlyTodayButNotNow'),
    ],
    [
      'later where not allowed, on a day without bank payments',
      'later',
      { terms: { today: day('2026-11-21') }, settings: futureForNone },
      1,
      refused('OnlyTodayButNotNow'),
    ],
    ['an overdue loan today', 'today', { terms: { pastDue: true } }, 1, allowed],
  ])('%s', (_, when, change, amount, expected) => {
    expect(payoff(when, change, amount)).toEqual(expected);
  });
});

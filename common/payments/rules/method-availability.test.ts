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
  isPayoff: false,
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

test('an ordinary loan can be paid now, later, repeatedly, or in full', () => {
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
    ['is allowed by saved card', { method: savedCard }, allowed],
    ['is allowed by a bank account used once', { method: onceAch }, allowed],
    ['is refused by a card used once', { method: onceCard }, refused('SingleUseCard')],
    [
      'is allowed while not past due, where past due ones are blocked',
      { settings: { schedulingBlockedWhenPastDue: true } },
      allowed,
    ],
    [
      'is allowed while not delinquent, where delinquent ones are blocked',
      { settings: { schedulingAllowedWhenDelinquent: false } },
      allowed,
    ],
    ['is allowed while past due', { terms: { pastDue: true } }, allowed],
    [
      'is refused while past due, where past due ones are blocked',
      { terms: { pastDue: true }, settings: { schedulingBlockedWhenPastDue: true } },
      refused('PastDue'),
    ],
    ['is allowed while delinquent', { terms: { delinquent: true } }, allowed],
    [
      'is refused while delinquent, where delinquent ones are blocked',
      { terms: { delinquent: true }, settings: { schedulingAllowedWhenDelinquent: false } },
      refused('Delinquent'),
    ],
    ['is refused when the quota of one is met', { terms: { scheduledPayments: [scheduled] } }, refused('QuotaReached')],
    [
      'is allowed below a quota of two',
      { terms: { scheduledPayments: [scheduled] }, settings: { maxScheduledPayments: 2 } },
      allowed,
    ],
    [
      'is refused when a quota of two is met',
      { terms: { scheduledPayments: [scheduled, scheduled] }, settings: { maxScheduledPayments: 2 } },
      refused('QuotaReached'),
    ],
    ['is refused with a quota of zero', { settings: { maxScheduledPayments: 0 } }, refused('QuotaReached')],
    [
      'is refused by bank account where only cards may',
      { settings: { schedulingAllowed: { ACH: false, Card: true } } },
      refused('TypeNotAllowed'),
    ],
    [
      'is refused by card where only bank accounts may',
      { method: savedCard, settings: { schedulingAllowed: { ACH: true, Card: false } } },
      refused('TypeNotAllowed'),
    ],
    [
      'is allowed by card where only cards may',
      { method: savedCard, settings: { schedulingAllowed: { ACH: false, Card: true } } },
      allowed,
    ],
    ['is refused next to a recurring one', { terms: { recurringPayment: recurring } }, refused('HasRecurring')],
    [
      'is refused when only immediate payments are taken',
      { terms: { onlyImmediatePayments: true } },
      refused('OnlyImmediate'),
    ],
  ])('%s', (_, change, expected) => {
    expect(available(change).payLater).toEqual(expected);
  });
});

describe('a recurring payment', () => {
  test.each<[string, Case, object]>([
    ['is allowed by saved card', { method: savedCard }, allowed],
    ['is allowed by a bank account used once', { method: onceAch }, allowed],
    ['is refused by a card used once', { method: onceCard }, refused('SingleUseCard')],
    ['is refused when the host forbids it', { terms: { recurringAllowed: false } }, refused('BlockedByHost')],
    ['is allowed while past due', { terms: { pastDue: true } }, allowed],
    [
      'is refused while past due, where past due ones are blocked',
      { terms: { pastDue: true }, settings: { recurringBlockedWhenPastDue: true } },
      refused('PastDue'),
    ],
    [
      'is allowed while not past due, where past due ones are blocked',
      { settings: { recurringBlockedWhenPastDue: true } },
      allowed,
    ],
    [
      'is allowed while not delinquent, where delinquent ones are blocked',
      { settings: { recurringAllowedWhenDelinquent: false } },
      allowed,
    ],
    ['is allowed while delinquent', { terms: { delinquent: true } }, allowed],
    [
      'is refused while delinquent, where delinquent ones are blocked',
      { terms: { delinquent: true }, settings: { recurringAllowedWhenDelinquent: false } },
      refused('Delinquent'),
    ],
    ['is refused next to a scheduled one', { terms: { scheduledPayments: [scheduled] } }, refused('HasScheduled')],
    [
      'is refused next to two scheduled ones',
      { terms: { scheduledPayments: [scheduled, scheduled] } },
      refused('HasMultipleScheduled'),
    ],
    ['is refused next to another recurring one', { terms: { recurringPayment: recurring } }, refused('HasRecurring')],
    [
      'is refused by bank account where only cards may',
      { settings: { recurringAllowed: { ACH: false, Card: true } } },
      refused('TypeNotAllowed'),
    ],
    [
      'is refused by card where only bank accounts may',
      { method: savedCard, settings: { recurringAllowed: { ACH: true, Card: false } } },
      refused('TypeNotAllowed'),
    ],
    [
      'is refused when only immediate payments are taken',
      { terms: { onlyImmediatePayments: true } },
      refused('OnlyImmediate'),
    ],
  ])('%s', (_, change, expected) => {
    const { recurring: answer, frequencies } = available(change);
    expect(answer).toEqual(expected);
    expect(frequencies.Weekly).toEqual(expected);
    expect(frequencies.OneTime).toEqual(allowed);
  });
});

describe('a frequency', () => {
  const listed = (change: Case) => {
    const { frequencies } = available(change);
    return (Object.keys(frequencies) as Frequency[]).filter((each) => frequencies[each].allowed);
  };

  test.each<[PaymentTerms['billingFrequency'], Frequency[]]>([
    ['Monthly', ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'MonthlyOnDate', 'SemiMonthly', 'TwoWeeks', 'Weekly']],
    ['SemiMonthly', ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'TwoWeeks', 'Weekly']],
    ['TwoWeeks', ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'Weekly']],
    ['Weekly', ['OneTime', 'OnDueDate', 'DaysBeforeDue']],
  ])('is offered if the loan is not billed more often: %s', (billingFrequency, expected) => {
    expect(listed({ terms: { billingFrequency } })).toEqual(expected);
  });

  const line = { accountKind: 'lineOfCredit' } as const;
  const agreed = { recurringLineOfCreditPaysTotalDue: false };

  test.each<[string, Case, Frequency[]]>([
    [
      'is never weekly when billed monthly, because a week is too short to announce what is due',
      { terms: line },
      ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'MonthlyOnDate', 'SemiMonthly', 'TwoWeeks'],
    ],
    [
      'may be weekly when billed monthly if the amount is agreed',
      { terms: line, settings: agreed },
      ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'MonthlyOnDate', 'SemiMonthly', 'TwoWeeks', 'Weekly'],
    ],
    ['never recurs when billed weekly', { terms: { ...line, billingFrequency: 'Weekly' } }, ['OneTime']],
    [
      'follows the due days when billed weekly if the amount is agreed',
      { terms: { ...line, billingFrequency: 'Weekly' }, settings: agreed },
      ['OneTime', 'OnDueDate', 'DaysBeforeDue'],
    ],
  ])('of a line of credit %s', (_, change, expected) => {
    expect(listed(change)).toEqual(expected);
  });

  test.each(Object.keys(ordinarySettings.frequenciesAllowed) as Frequency[])('has its own switch: %s', (each) => {
    const frequenciesAllowed = { ...ordinarySettings.frequenciesAllowed, [each]: false };
    expect(available({ settings: { frequenciesAllowed } }).frequencies[each]).toEqual(refused('NotOffered'));
    expect(listed({ settings: { frequenciesAllowed } })).toHaveLength(6);
  });

  test('that the institution turned off is refused for that reason, even if something else blocks it too', () => {
    const blocked = { recurringAllowed: false, delinquent: true };
    const none = { ...ordinarySettings.frequenciesAllowed, Weekly: false };
    const { frequencies } = available({ terms: blocked, settings: { frequenciesAllowed: none } });
    expect(frequencies.Weekly).toEqual(refused('NotOffered'));
    expect(frequencies.TwoWeeks).toEqual(refused('BlockedByHost'));
  });

  test('is offered only on the due date where that is forced', () => {
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
  ])('is offered only %i days before the due date where that is forced', (days, expected, choices) => {
    const change = { settings: { recurringForcedDaysBeforeDue: days } };
    expect(listed(change)).toEqual(expected);
    expect(available(change).daysBeforeDue).toEqual(choices);
  });

  test.each([null, 0, 4, 5])(
    'is offered only on the due date where that is forced, whatever days before it are (%s)',
    (days) => {
      const settings = { recurringForcedOnDueDate: true, recurringForcedDaysBeforeDue: days };
      const { frequencies } = available({ settings });
      expect(listed({ settings })).toEqual(['OneTime', 'OnDueDate']);
      expect(frequencies.DaysBeforeDue).toEqual(refused('ForcedOnDueDate'));
    },
  );

  test("can't follow the due date of a loan that has none", () => {
    expect(available({ terms: { upcomingDueDays: [] } }).frequencies).toMatchObject({
      OnDueDate: refused('NoDueDate'),
      DaysBeforeDue: refused('NoDueDate'),
      Weekly: allowed,
    });
  });
});

describe('a customer who pays some days before the due date', () => {
  test.each<[string, Partial<PaymentTerms>, number[]]>([
    ['chooses 1 to 9 days but the holiday, when billed monthly', {}, [1, 2, 3, 4, 6, 7, 8, 9]],
    ['chooses 1 to 3 days when billed otherwise', { billingFrequency: 'TwoWeeks' }, [1, 2, 3]],
    [
      'also chooses days that are over, for the due date after next',
      { today: day('2026-11-29') },
      [1, 2, 3, 4, 6, 7, 8, 9],
    ],
    [
      'chooses from tomorrow where no day without payments is known',
      { today: day('2026-11-27'), nonPaymentDays: [] },
      [1, 2, 3],
    ],
    ["can't choose today where no such day is known", { today: day('2026-11-30'), nonPaymentDays: [] }, []],
    ['has no choice without a due date', { upcomingDueDays: [] }, []],
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
    ['is possible today', 'today', {}, 845_115, allowed],
    ['is possible for a cent', 'today', {}, 1, allowed],
    ['is refused when nothing is owed', 'today', {}, 0, refused('NothingToPayOff')],
    [
      'is refused when the loan is locked for payoff',
      'today',
      { terms: { payoffHold: 'LockedForPayoff' } },
      1,
      refused('LockedForPayoff'),
    ],
    [
      'is refused later when the loan is in dispute',
      'later',
      { terms: { payoffHold: 'InDispute' } },
      1,
      refused('InDispute'),
    ],
    ['is refused where the institution hides it', 'today', { settings: { payoffHidden: true } }, 1, refused('Hidden')],
    ['is possible with a factor of 1', 'today', { settings: { maximumPayoffFactor: 1 } }, 1, allowed],
    [
      'is refused with a factor below 1',
      'today',
      { settings: { maximumPayoffFactor: 0.99 } },
      1,
      refused('PartOfPayoffOnly'),
    ],
    [
      'is refused with a factor above 1',
      'today',
      { settings: { maximumPayoffFactor: 1.01 } },
      1,
      refused('PartOfPayoffOnly'),
    ],
    [
      'is possible at the card maximum',
      'today',
      { method: savedCard, settings: { maximumCardCents: cents(500) } },
      500,
      allowed,
    ],
    [
      'is refused a cent above the card maximum',
      'today',
      { method: savedCard, settings: { maximumCardCents: cents(500) } },
      501,
      refused('AboveCardMaximum'),
    ],
    [
      'is possible above the card maximum by bank account',
      'today',
      { settings: { maximumCardCents: cents(500) } },
      501,
      allowed,
    ],
    ['is possible today where no later day is allowed', 'today', { settings: futureForNone }, 1, allowed],
    ['is possible later', 'later', {}, 1, allowed],
    [
      'is refused later where only today is allowed',
      'later',
      { settings: futureForNone },
      1,
      refused('FutureNotAllowed'),
    ],
    [
      'is refused later by bank account where only cards may',
      'later',
      { settings: { futurePayoffAllowed: { Card: true, ACH: false } } },
      1,
      refused('FutureNotAllowed'),
    ],
    [
      'is possible later by card where only cards may',
      'later',
      { method: savedCard, settings: { futurePayoffAllowed: { Card: true, ACH: false } } },
      1,
      allowed,
    ],
    ['is refused later when the loan is overdue', 'later', { terms: { pastDue: true } }, 1, refused('Overdue')],
    [
      'is refused when the loan is overdue and the bank account cannot pay today',
      'later',
      { terms: { pastDue: true }, settings: { immediateAchBlocked: true } },
      1,
      refused('OnlyTodayButNotNow'),
    ],
    [
      'is refused later where only today is allowed, on a day without bank payments',
      'later',
      { terms: { today: day('2026-11-21') }, settings: futureForNone },
      1,
      refused('OnlyTodayButNotNow'),
    ],
    ['is possible today when the loan is overdue', 'today', { terms: { pastDue: true } }, 1, allowed],
  ])('%s', (_, when, change, amount, expected) => {
    expect(payoff(when, change, amount)).toEqual(expected);
  });
});

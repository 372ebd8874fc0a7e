import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, day, dayOfMonth, isWeekend } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import {
  dueMarks,
  firstDayOnDue,
  type Lateness,
  latenessOn,
  laterPaymentDay,
  paymentDay,
  recurringDay,
} from './payment-days.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { Frequency, PaymentTerms, PaymentType } from './payment-types.ts';

/** Friday, November 20, 2026; Thanksgiving is the 26th. */
const terms: PaymentTerms = { ...ordinaryTerms, nonSchedulableDays: [day('2026-12-04')] };
const allowed = { allowed: true };
const refused = (reason: string, nearest?: string) => ({
  allowed: false,
  reason,
  ...(nearest === undefined ? {} : { nearest }),
});

describe('a one-time payment', () => {
  const check = (date: string, settings: Partial<PaymentSettings> = {}, change: Partial<PaymentTerms> = {}) =>
    paymentDay('ACH', day(date), { ...terms, ...change }, { ...ordinarySettings, ...settings });

  test.each<[string, string, Partial<PaymentSettings>, object]>([
    ['yesterday', '2026-11-19', {}, refused('Past', '2026-11-20')],
    ['today', '2026-11-20', {}, allowed],
    [
      'today where drafts are blocked',
      '2026-11-20',
      { immediateAchBlocked: true },
      refused('ImmediateAchBlocked', '2026-11-23'),
    ],
    ['on Saturday', '2026-11-21', {}, refused('Weekend', '2026-11-20')],
    ['on a Saturday that is a payment day', '2026-11-21', { weekendAchDatesAllowed: true }, allowed],
    ['on Sunday', '2026-11-22', {}, refused('Weekend', '2026-11-23')],
    ['on Monday', '2026-11-23', {}, allowed],
    ['on Thanksgiving', '2026-11-26', {}, refused('Holiday', '2026-11-27')],
    ['on a day that takes no schedules', '2026-12-04', {}, refused('NotSchedulable', '2026-12-03')],
    // The period has 30 days; the last one is Sunday, December 20.
    ['on the last day of the period', '2026-12-20', { weekendAchDatesAllowed: true }, allowed],
    ['a day after the period', '2026-12-21', {}, refused('BeyondPeriod', '2026-12-18')],
  ])('%s', (_, date, settings, expected) => {
    expect(check(date, settings)).toEqual(expected);
  });

  test("by card is not possible after the card's last day", () => {
    const byCard = (date: string) => paymentDay('Card', day(date), terms, ordinarySettings, day('2026-11-30'));
    expect([byCard('2026-11-30'), byCard('2026-12-01')]).toEqual([allowed, refused('CardExpires', '2026-11-30')]);
  });

  test('by card on a coming weekend follows the same rule as a bank account, though today it is allowed', () => {
    const saturday = { ...terms, today: day('2026-11-21') };
    expect(paymentDay('Card', day('2026-11-21'), saturday, ordinarySettings)).toEqual(allowed);
    expect(paymentDay('Card', day('2026-11-22'), saturday, ordinarySettings)).toMatchObject(refused('Weekend'));
  });

  // Due on December 1 with ten days of grace.
  const dueOn = day('2026-12-01');
  const charge = { payBy: day('2026-12-11'), chargeCents: cents(2_500) };

  test.each<[string, string, Partial<PaymentTerms>, Lateness]>([
    ['before the due date', '2026-11-30', {}, { kind: 'onTime' }],
    ['on the due date', '2026-12-01', {}, { kind: 'onTime' }],
    ['in grace', '2026-12-02', {}, { kind: 'afterDue', dueOn, charge }],
    ['on the last day of grace', '2026-12-11', {}, { kind: 'afterDue', dueOn, charge }],
    ['past grace', '2026-12-12', {}, { kind: 'afterGrace', dueOn, charge }],
    ['late without late charges', '2026-12-12', { lateCharge: 'none' }, { kind: 'afterDue', dueOn, charge: 'none' }],
    [
      'late at a core that does not say',
      '2026-12-12',
      { lateCharge: 'unknown' },
      { kind: 'afterDue', dueOn, charge: 'unknown' },
    ],
    [
      'late once grace is over',
      '2026-12-15',
      { today: day('2026-12-14') },
      { kind: 'afterDue', dueOn, charge: 'unknown' },
    ],
    ['late with nothing due', '2026-12-12', { totalDueCents: ZERO }, { kind: 'onTime' }],
    ['late without a due date', '2026-12-12', { dueOn: null }, { kind: 'onTime' }],
  ])('%s', (_, date, change, expected) => {
    expect(latenessOn(day(date), { ...ordinaryTerms, ...change })).toEqual(expected);
  });

  test.each<[string, Partial<PaymentTerms>, [string, string][]]>([
    [
      'both days',
      {},
      [
        ['2026-12-01', 'due'],
        ['2026-12-11', 'grace'],
      ],
    ],
    ['the due date alone without late charges', { lateCharge: 'none' }, [['2026-12-01', 'due']]],
    ['the due date alone without grace', { lateCharge: { ...charge, payBy: dueOn } }, [['2026-12-01', 'due']]],
    ['nothing while nothing is due', { totalDueCents: ZERO }, []],
  ])('the calendar marks %s', (_, change, expected) => {
    expect(Object.fromEntries(dueMarks({ ...ordinaryTerms, ...change }))).toEqual(Object.fromEntries(expected));
  });

  test('for later excludes today, also as the nearest day', () => {
    const later = (date: string) => laterPaymentDay('ACH', day(date), ordinaryTerms, ordinarySettings);
    expect(later('2026-11-20')).toEqual(refused('Today', '2026-11-23'));
    expect(later('2026-11-18')).toEqual(refused('Past', '2026-11-23'));
    expect(later('2026-11-21')).toEqual(refused('Weekend', '2026-11-23'));
    expect(later('2026-11-23')).toEqual({ allowed: true });
  });

  test('has no nearest day if none is allowed', () => {
    expect(check('2026-11-21', { immediateAchBlocked: true }, { periodDays: 1 })).toEqual(refused('Weekend'));
  });
});

describe("a recurring payment's first day", () => {
  const agreed = { recurringLineOfCreditPaysTotalDue: false };
  const check = (frequency: Frequency, date: string, settings: Partial<PaymentSettings> = {}) =>
    recurringDay(frequency, day(date), terms, { ...ordinarySettings, ...settings });

  test.each<[string, Frequency, string, Partial<PaymentSettings>, object]>([
    ['not today', 'Weekly', '2026-11-20', {}, refused('NotInFuture', '2026-11-23')],
    ['not tomorrow, a Saturday', 'Weekly', '2026-11-21', {}, refused('Weekend', '2026-11-23')],
    ['tomorrow where weekends are allowed', 'Weekly', '2026-11-21', { weekendRecurringDatesAllowed: true }, allowed],
    [
      'not on a weekend that is for drafts only',
      'Weekly',
      '2026-11-21',
      { weekendAchDatesAllowed: true },
      refused('Weekend', '2026-11-23'),
    ],
    ['on Monday', 'Weekly', '2026-11-23', {}, allowed],
    ['not on Thanksgiving', 'Weekly', '2026-11-26', {}, refused('Holiday', '2026-11-27')],
    ['not on a day that takes no schedules', 'Weekly', '2026-12-04', {}, refused('NotSchedulable', '2026-12-03')],
    ['on the 31st day', 'Weekly', '2026-12-21', {}, allowed],
    ['not on the 32nd day', 'Weekly', '2026-12-22', {}, refused('BeyondFirstMonth', '2026-12-21')],
    ['monthly on the 30th', 'MonthlyOnDate', '2026-11-30', {}, allowed],
    ['semi-monthly not on the 30th', 'SemiMonthly', '2026-11-30', {}, refused('DayOfMonthTooLate', '2026-12-01')],
    [
      'semi-monthly not on the 29th',
      'SemiMonthly',
      '2026-11-29',
      { weekendRecurringDatesAllowed: true },
      refused('DayOfMonthTooLate', '2026-11-28'),
    ],
    ['semi-monthly on the 28th', 'SemiMonthly', '2026-11-28', { weekendRecurringDatesAllowed: true }, allowed],
  ])('%s', (_, frequency, date, settings, expected) => {
    expect(check(frequency, date, settings)).toEqual(expected);
  });

  test.each<[string, Partial<PaymentTerms>, Partial<PaymentSettings>, string, object]>([
    [
      'not in nine days on a line of credit, to announce what is due',
      {},
      {},
      '2026-11-29',
      refused('TooSoonForNotice', '2026-11-30'),
    ],
    ['in ten days on a line of credit', {}, {}, '2026-11-30', allowed],
    ['on the 31st day on a line of credit', {}, {}, '2026-12-21', allowed],
    ['tomorrow on a line of credit whose amount is agreed', {}, agreed, '2026-11-21', allowed],
    ['tomorrow on a loan', { accountKind: 'loan' }, {}, '2026-11-21', allowed],
  ])('%s', (_, change, settings, date, expected) => {
    const line = { ...terms, accountKind: 'lineOfCredit' as const, ...change };
    const all = { ...ordinarySettings, weekendRecurringDatesAllowed: true, ...settings };
    expect(recurringDay('TwoWeeks', day(date), line, all)).toEqual(expected);
  });

  test.each([
    ['in nine days is moved to the tenth', '2026-11-29', {}, {}, '2026-11-30'],
    ['in ten days stays', '2026-11-30', {}, {}, '2026-11-30'],
    ['moves on from a weekend', '2026-12-01', { today: day('2026-11-25') }, {}, '2026-12-07'],
    ['moves on from a holiday', '2026-12-20', { today: day('2026-12-15') }, {}, '2026-12-28'],
    ['stays if its amount is agreed', '2026-11-29', {}, agreed, '2026-11-29'],
    ['of a loan stays', '2026-11-29', { accountKind: 'loan' as const }, {}, '2026-11-29'],
  ])('that follows the due date of a line of credit %s', (_, dueOn, change, settings, expected) => {
    const line = { ...terms, accountKind: 'lineOfCredit' as const, ...change };
    expect(firstDayOnDue(day(dueOn), line, { ...ordinarySettings, ...settings })).toBe(expected);
  });

  test("can't be the 31st if monthly, but can if weekly", () => {
    const december = { ...terms, today: day('2026-12-15'), nonPaymentDays: [] };
    const thirtyFirst = day('2026-12-31');
    expect(recurringDay('MonthlyOnDate', thirtyFirst, december, ordinarySettings)).toMatchObject(
      refused('DayOfMonthTooLate'),
    );
    expect(recurringDay('Weekly', thirtyFirst, december, ordinarySettings)).toEqual(allowed);
  });
});

const lastDays = { MonthlyOnDate: 30, SemiMonthly: 28, Weekly: 31 };

test('no allowed or proposed day is ever a forbidden one', () => {
  const anyDay = fc.integer({ min: -5, max: 45 }).map((days) => addDays(terms.today, days));
  fc.assert(
    fc.property(
      fc.constantFrom<PaymentType>('ACH', 'Card'),
      fc.constantFrom('MonthlyOnDate' as const, 'SemiMonthly' as const, 'Weekly' as const),
      anyDay,
      fc.record({ weekendAchDatesAllowed: fc.boolean(), weekendRecurringDatesAllowed: fc.boolean() }),
      (type, frequency, date, change) => {
        const settings = { ...ordinarySettings, ...change };
        const forbidden = [...terms.nonPaymentDays, ...terms.nonSchedulableDays];
        const once = paymentDay(type, date, terms, settings);
        const chosen = (once.allowed ? date : once.nearest) ?? terms.today;
        expect(chosen >= terms.today && chosen <= addDays(terms.today, terms.periodDays)).toBe(true);
        expect(forbidden).not.toContain(chosen);
        expect(chosen > terms.today && isWeekend(chosen) && !settings.weekendAchDatesAllowed).toBe(false);

        const again = recurringDay(frequency, date, terms, settings);
        const first = (again.allowed ? date : again.nearest) ?? terms.today;
        expect(first > terms.today && first <= addDays(terms.today, 31)).toBe(true);
        expect(forbidden).not.toContain(first);
        expect(isWeekend(first) && !settings.weekendRecurringDatesAllowed).toBe(false);
        expect(dayOfMonth(first)).toBeLessThanOrEqual(lastDays[frequency]);
      },
    ),
    { numRuns: 1_000 },
  );
});

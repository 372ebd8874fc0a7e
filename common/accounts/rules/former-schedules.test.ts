import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day, day } from '#common/core/dates.ts';
import {
  agreedDueDay,
  type BillingSchedule,
  countDueDays,
  dueDayAfter,
  dueDayBefore,
  dueDayLater,
  isDueDay,
} from './billing-schedule.ts';

/** Due on the 1st until November, on the 15th from December on. */
const moved: BillingSchedule = {
  billingFrequency: 'Monthly',
  dueDay: 15,
  formerSchedules: [{ dueDay: 1, maturityOn: null, from: day('2026-12-15'), insteadOf: day('2026-12-01') }],
};

/** Moved twice before the first change was reached: due on the 10th from January 10 on. */
const movedTwice: BillingSchedule = {
  billingFrequency: 'Monthly',
  dueDay: 10,
  formerSchedules: [
    ...(moved.formerSchedules ?? []),
    { dueDay: 15, maturityOn: null, from: day('2027-01-10'), insteadOf: day('2026-12-15') },
  ],
};

const deferral = (insteadOf: string, from: string, installments: number, dueDay: number) => ({
  dueDay,
  maturityOn: null,
  from: day(from),
  insteadOf: day(insteadOf),
  deferred: { installments, on: day('2026-11-21') },
});

/** November and December were deferred. */
const deferred: BillingSchedule = {
  billingFrequency: 'Monthly',
  dueDay: 1,
  formerSchedules: [deferral('2026-11-01', '2027-01-01', 2, 1)],
};

/** Then a payment of October came back, and October was deferred too. */
const deferredEarlier: BillingSchedule = {
  ...deferred,
  formerSchedules: [...(deferred.formerSchedules ?? []), deferral('2026-10-01', '2027-01-01', 1, 1)],
};

/** Then one of August came back, and August was deferred, before the first deferral. */
const deferredBefore: BillingSchedule = {
  ...deferred,
  formerSchedules: [...(deferred.formerSchedules ?? []), deferral('2026-08-01', '2026-09-01', 1, 1)],
};

/** The due day moved, the first installment on it was deferred, and the due day moved again. */
const movedAndDeferred: BillingSchedule = {
  billingFrequency: 'Monthly',
  dueDay: 20,
  formerSchedules: [
    ...(moved.formerSchedules ?? []),
    deferral('2026-12-15', '2027-01-15', 1, 15),
    { dueDay: 15, maturityOn: null, from: day('2027-02-20'), insteadOf: day('2027-02-15') },
  ],
};

const walk = (schedule: BillingSchedule, first: string, count: number): Day[] => {
  const days = [day(first)];
  while (days.length < count) days.push(dueDayAfter(schedule, days.at(-1) ?? day(first)));
  return days;
};

test.each([
  ['once', moved, ['2026-10-01', '2026-11-01', '2026-12-15', '2027-01-15']],
  ['twice, with no installment in between', movedTwice, ['2026-10-01', '2026-11-01', '2027-01-10', '2027-02-10']],
  ['by a deferral', deferred, ['2026-10-01', '2027-01-01', '2027-02-01', '2027-03-01']],
  ['by another, of the one before', deferredEarlier, ['2026-09-01', '2027-01-01', '2027-02-01', '2027-03-01']],
  ['by another, further back', deferredBefore, ['2026-07-01', '2026-09-01', '2026-10-01', '2027-01-01']],
  ['and was deferred', movedAndDeferred, ['2026-11-01', '2027-01-15', '2027-02-20', '2027-03-20']],
])('a due day that moved %s', (_name, schedule, days) => {
  expect(walk(schedule, days[0] ?? '', 4)).toEqual(days);
});

test.each([
  ['2026-11-01', true, 1],
  ['2026-12-01', false, 1],
  ['2026-12-15', true, 15],
  ['2027-01-01', false, 15],
  ['2027-01-15', true, 15],
])('%s is a due day: %s, agreed for day %i', (on, isDue, agreed) => {
  expect(isDueDay(moved, day(on))).toBe(isDue);
  expect(agreedDueDay(moved, day(on))).toBe(agreed);
});

test.each([
  ['2026-10-01', true],
  ['2026-11-01', false],
  ['2026-12-01', false],
  ['2027-01-01', true],
])('with November and December deferred, %s is a due day: %s', (on, isDue) => {
  expect(isDueDay(deferred, day(on))).toBe(isDue);
  expect(agreedDueDay(deferred, day(on))).toBe(1);
});

test('steps back, counts and jumps as it steps forward, over every change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(moved, movedTwice, deferred, deferredEarlier, deferredBefore, movedAndDeferred),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 8 }),
      (schedule, start, periods) => {
        const days = walk(schedule, '2026-07-01', start + periods + 2);
        const [first, last, next] = [days[start], days[start + periods], days[start + periods + 1]];
        if (!first || !last || !next) throw new Error('The walk is too short');
        expect(dueDayBefore(schedule, next)).toBe(last);
        expect(dueDayLater(schedule, first, periods)).toBe(last);
        expect(countDueDays(schedule, first, last)).toBe(periods + 1);
        expect(countDueDays(schedule, first, addDays(next, -1))).toBe(periods + 1);
        expect(isDueDay(schedule, last)).toBe(true);
      },
    ),
  );
});

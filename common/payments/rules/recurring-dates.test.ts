import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { RecurringOption } from './payment-types.ts';
import { ordinarySettings } from '#tests/builders/payment-samples.ts';
import { nextRecurringDay, runAfterRun } from './recurring-dates.ts';

function days(option: RecurringOption, firstOn: string, count: number): string[] {
  const found: string[] = [];
  let after = day('2000-01-01');
  for (let index = 0; index < count; index += 1) {
    const next = nextRecurringDay({ option, daysBeforeDue: 0, firstOn: day(firstOn) }, after, []);
    if (next === undefined) break;
    found.push(next);
    after = next;
  }
  return found;
}

test.each<[RecurringOption, string, string[]]>([
  ['Weekly', '2026-12-25', ['2026-12-25', '2027-01-01', '2027-01-08', '2027-01-15']],
  ['BiWeekly', '2026-12-25', ['2026-12-25', '2027-01-08', '2027-01-22', '2027-02-05']],
  ['SemiMonthly', '2027-01-28', ['2027-01-28', '2027-02-11', '2027-02-28', '2027-03-14', '2027-03-28', '2027-04-11']],
  ['SemiMonthly', '2028-02-14', ['2028-02-14', '2028-02-28', '2028-03-14', '2028-03-28']],
  ['DayOfMonth', '2026-11-30', ['2026-11-30', '2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30']],
  ['DayOfMonth', '2027-12-30', ['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
])('%s from %s on', (option, firstOn, expected) => {
  expect(days(option, firstOn, expected.length)).toEqual(expected);
});

describe('before the due date', () => {
  const dueDays = [day('2026-12-01'), day('2027-01-01'), day('2027-02-01')];
  const next = (daysBeforeDue: number, after: string) =>
    nextRecurringDay({ option: 'DaysBeforeDue', daysBeforeDue, firstOn: day('2026-11-20') }, day(after), dueDays);

  test.each([
    [0, '2026-11-30', '2026-12-01'],
    [0, '2026-12-01', '2027-01-01'],
    [5, '2026-11-25', '2026-11-26'],
    [5, '2026-11-26', '2026-12-27'],
    [9, '2026-12-31', '2027-01-23'],
  ])('%i days, after %s', (daysBeforeDue, after, expected) => {
    expect(next(daysBeforeDue, after)).toBe(expected);
  });

  test('is undefined if the loan has no due day that late', () => {
    expect(next(0, '2027-02-01')).toBeUndefined();
  });
});

test.each([
  // The 22nd is less than ten days away.
  ['on its day', '2026-12-15', true, '2026-12-29'],
  ['after a holiday', '2026-12-25', true, '2027-01-08', '2026-12-28'],
  // As it was announced too late: the 22nd is over, and the 29th is less than ten days away.
  ['moved', '2026-12-15', true, '2027-01-05', '2026-12-26'],
  ['of a fixed amount, which needs no announcement', '2026-12-15', false, '2026-12-22', '2026-12-26'],
])('the run after a weekly one %s', (_which, nextOn, paysTotalDue, expected, runOn = nextOn) => {
  const recurrence = { option: 'Weekly', daysBeforeDue: 0, firstOn: day(nextOn) } as const;
  const run = { recurrence, paysTotalDue, nextOn: day(nextOn), runOn: day(runOn) };
  const settings = { ...ordinarySettings, weekendAchDatesAllowed: false, weekendRecurringDatesAllowed: false };
  const due = { upcomingDueDays: [], periodDays: 30 };
  expect(runAfterRun(run, due, { calendar: { extraNonPaymentDays: [] } }, settings).nextOn).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { loanState, lineState, servicingRules } from '#tests/builders/loan-states.ts';
import {
  changeDueDay,
  deferInstallments,
  deferredInYear,
  isScheduleChange,
  undoScheduleChange,
  whyDueDayStays,
  whyNotDeferred,
} from './change-schedule.ts';
import { nextLateCharge, paymentsLeft, unsatisfyInstallments, upcomingDueDays } from './installments.ts';

const today = day('2026-11-21');

describe('a changed due day', () => {
  test.each([
    ['2026-12-01', 15, '2026-12-15', '2029-01-15'],
    ['2026-12-20', 5, '2027-01-05', '2029-02-05'],
    ['2026-11-30', 30, '2026-11-30', '2029-01-30'],
    ['2027-02-28', 15, '2027-03-15', '2029-02-15'],
    ['2026-12-01', 31, '2026-12-31', '2029-01-31'],
  ])('of an installment on %s to day %i moves it to %s, and the last one to %s', (due, dueDay, next, last) => {
    const agreed = due === '2026-11-30' || due === '2027-02-28' ? 31 : Number(due.slice(8));
    const maturityOn = day(agreed === 31 ? '2029-01-31' : `2029-01-${due.slice(8)}`);
    const loan = loanState({ nextDueOn: day(due), dueDay: agreed, maturityOn });
    const changed = changeDueDay(loan, dueDay);
    expect(changed).toMatchObject({ nextDueOn: next, maturityOn: last, dueDay });
    expect(paymentsLeft(changed)).toBe(paymentsLeft(loan));
    expect(undoScheduleChange(changed)).toEqual(loan);
  });

  test('moves upcoming payments and the late charge with it', () => {
    const changed = changeDueDay(loanState(), 15);
    expect(upcomingDueDays(changed, today).slice(0, 2)).toEqual(['2026-12-15', '2027-01-15']);
    expect(nextLateCharge(changed, servicingRules)).toMatchObject({ payBy: '2026-12-25' });
  });

  test('leaves earlier installments on their days when their payment comes back', () => {
    const changed = changeDueDay(loanState(), 15);
    expect(unsatisfyInstallments(changed, cents(80_000))).toMatchObject({ nextDueOn: '2026-10-01' });
  });

  test('moves a last installment that falls after the maturity day', () => {
    const changed = changeDueDay(loanState({ maturityOn: day('2027-01-20') }), 10);
    expect(changed.maturityOn).toBe('2027-02-10');
  });
});

test.each([
  ['Due date changed', true],
  ['Payments deferred', true],
  ['Interest rate changed', false],
])('statements of earlier months have the due days of before an entry “%s”: %s', (description, expected) => {
  expect(isScheduleChange(description)).toBe(expected);
});

test('a loan of which nothing is due keeps its days, and one that never changed has nothing to undo', () => {
  const paidOff = loanState({ principalCents: ZERO, nextDueOn: null });
  expect(changeDueDay(paidOff, 15)).toEqual(paidOff);
  expect(deferInstallments(paidOff, 2, today)).toEqual(paidOff);
  expect(undoScheduleChange(loanState())).toEqual(loanState());
});

test('a line of credit gets no end when its due day changes', () => {
  const changed = changeDueDay(lineState({ nextDueOn: day('2026-12-20'), principalCents: cents(50_000) }), 28);
  expect(changed).toMatchObject({ nextDueOn: '2026-12-28', maturityOn: null });
});

test.each([
  ['a loan that was paid off since', null],
  ['a loan whose last payment from before the change came back', day('2026-11-01')],
  ['a loan of which two payments from before the change came back', day('2026-10-01')],
])('undoing a changed due day or a deferral of %s leaves its next due day', (_name, nextDueOn) => {
  for (const changed of [changeDueDay(loanState(), 15), deferInstallments(loanState(), 2, today)]) {
    expect(undoScheduleChange({ ...changed, nextDueOn })).toEqual(loanState({ nextDueOn }));
  }
});

describe('deferred installments', () => {
  test.each([
    ['Monthly', '2026-12-01', '2029-01-01', 2, '2027-02-01', '2029-03-01'],
    ['Monthly', '2026-11-01', '2029-01-15', 1, '2026-12-01', '2029-03-01'],
    ['Weekly', '2026-12-04', '2027-01-29', 3, '2026-12-25', '2027-02-19'],
    ['Weekly', '2026-12-04', '2027-01-30', 1, '2026-12-11', '2027-02-12'],
    ['TwoWeeks', '2026-12-04', '2027-01-29', 1, '2026-12-18', '2027-02-12'],
    ['SemiMonthly', '2026-12-15', '2027-01-15', 3, '2027-02-01', '2027-03-01'],
    ['Monthly', '2029-01-01', '2029-01-01', 1, '2029-02-01', '2029-02-01'],
  ] as const)('of a %s loan due on %s until %s: %i of them, then due on %s until %s', (...row) => {
    const [billingFrequency, due, maturity, installments, next, last] = row;
    const loan = loanState({ billingFrequency, nextDueOn: day(due), maturityOn: day(maturity) });
    const changed = deferInstallments(loan, installments, today);
    expect(changed).toMatchObject({ nextDueOn: next, maturityOn: last, principalCents: loan.principalCents });
    expect(undoScheduleChange(changed)).toEqual(loan);
  });

  test('are not charged late, and what was paid of one counts for the next', () => {
    const loan = loanState({ nextDueOn: day('2026-11-15'), dueDay: 15, partialPaidCents: cents(10_000) });
    const changed = deferInstallments(loan, 1, today);
    expect(nextLateCharge(changed, servicingRules)).toMatchObject({ payBy: '2026-12-25' });
    expect(changed.partialPaidCents).toBe(10_000);
  });

  test.each([
    ['is not charged again on its new day', '2026-11-01', '2027-01-01', '2027-02-01'],
    ['is not charged again, with one before it that was', '2026-12-01', '2027-02-01', '2027-03-01'],
    ['is charged if it was not', '2026-10-01', '2026-10-01', '2027-01-01'],
  ])('of which one was charged late: it %s', (_name, charged, after, next) => {
    const loan = loanState({ nextDueOn: day('2026-11-01'), lateChargeFor: day(charged) });
    const changed = deferInstallments(loan, 2, day('2026-12-15'));
    expect(changed.lateChargeFor).toBe(after);
    expect(nextLateCharge(changed, servicingRules)).toMatchObject({ payBy: addDays(day(next), 10) });
    expect(undoScheduleChange(changed)).toEqual(loan);
  });

  test('are not due again when a payment from before comes back', () => {
    const changed = deferInstallments(loanState(), 2, today);
    const back = unsatisfyInstallments(changed, cents(40_000));
    expect(back).toMatchObject({ nextDueOn: '2026-11-01' });
    expect(upcomingDueDays({ ...changed, ...back }, day('2026-11-01')).slice(0, 2)).toEqual([
      '2026-11-01',
      '2027-02-01',
    ]);
  });

  test.each([
    ['2027-11-20', 3],
    ['2027-11-21', 1],
    ['2028-01-10', 0],
  ])('are counted in the year up to %s: %i', (on, count) => {
    const changed = deferInstallments(deferInstallments(loanState(), 2, today), 1, day('2027-01-10'));
    expect(deferredInYear(changed, day(on))).toBe(count);
  });

  test.each([
    ['of a line of credit', lineState({ nextDueOn: day('2026-12-20') }), 'NoInstallments'],
    ['of a loan that is paid off', loanState({ principalCents: cents(0), accruedThrough: today }), 'NothingOwed'],
    ['that are due', loanState({ nextDueOn: day('2026-10-01') }), undefined],
  ])('%s', (_name, loan, obstacle) => {
    expect(whyNotDeferred(loan)).toBe(obstacle);
  });
});

test.each([
  ['of a weekly loan', loanState({ billingFrequency: 'Weekly' }), 15, 'NotMonthly'],
  ['of a line of credit', lineState({ nextDueOn: day('2026-12-20') }), 15, 'NotMonthly'],
  ['of a loan that is paid off', loanState({ principalCents: cents(0), accruedThrough: today }), 15, 'NothingOwed'],
  ['while an installment is due', loanState({ nextDueOn: today, dueDay: 21 }), 15, 'InstallmentDue'],
  ['to the same day', loanState(), 1, 'SameDueDay'],
  ['to another day', loanState(), 15, undefined],
  ['back, before the change was reached', changeDueDay(loanState(), 15), 1, undefined],
])('the due day %s', (_name, loan, dueDay, obstacle) => {
  expect(whyDueDayStays(loan, dueDay, today)).toBe(obstacle);
});

import { describe, expect, test } from 'vitest';
import { day } from '../../core/dates.ts';
import { cents } from '../../core/money.ts';
import {
  amountOfRun,
  announcementOfRun,
  lastInstallment,
  type MaturingLoan,
  type RecurringPlan,
} from './last-installment.ts';

/** The last monthly installment of $300.00 is due on December 1; the payoff is $305.48. */
function lastOf(changes: Partial<MaturingLoan> = {}): MaturingLoan {
  return {
    kind: 'loan',
    maturityOn: day('2026-12-01'),
    dueOn: day('2026-12-01'),
    installmentCents: cents(30_000),
    billingFrequency: 'Monthly',
    payoffCents: cents(30_548),
    ...changes,
  };
}

function plan(
  option: RecurringPlan['recurrence']['option'],
  amount: number,
  firstOn: string,
  daysBeforeDue = 0,
): RecurringPlan {
  return { recurrence: { option, daysBeforeDue, firstOn: day(firstOn) }, amountCents: cents(amount) };
}

const onDueDate = plan('DaysBeforeDue', 30_000, '2026-01-01');

describe('a payment that follows the due date', () => {
  test.each<[string, Partial<MaturingLoan>, RecurringPlan, string, string]>([
    ['takes the rest on the last due day', {}, onDueDate, '2026-12-01', 'rest'],
    ['is not the last one a month before', { dueOn: day('2026-11-01') }, onDueDate, '2026-11-01', 'none'],
    [
      'takes it some days before the last due day',
      {},
      plan('DaysBeforeDue', 30_000, '2026-01-01', 5),
      '2026-11-26',
      'rest',
    ],
    [
      'is not the last one that many days before',
      {},
      plan('DaysBeforeDue', 30_000, '2026-01-01', 5),
      '2026-11-25',
      'none',
    ],
    ['takes a rest of twice the installment', { payoffCents: cents(60_000) }, onDueDate, '2026-12-01', 'rest'],
    ['leaves a cent more as a balloon payment', { payoffCents: cents(60_001) }, onDueDate, '2026-12-01', 'balloon'],
    [
      'of a part of the installment takes no more',
      {},
      plan('DaysBeforeDue', 29_399, '2026-01-01'),
      '2026-12-01',
      'none',
    ],
    [
      'of nearly the whole balance takes the rest',
      {},
      plan('DaysBeforeDue', 29_400, '2026-01-01'),
      '2026-12-01',
      'rest',
    ],
    ['of a loan without an end is never the last', { maturityOn: null }, onDueDate, '2026-12-01', 'none'],
    ['of a line of credit is never the last', { kind: 'lineOfCredit' }, onDueDate, '2026-12-01', 'none'],
    ['of a paid-off loan is not the last', { dueOn: null }, onDueDate, '2026-12-01', 'none'],
  ])('%s', (_name, changes, payment, runOn, expected) => {
    expect(lastInstallment(lastOf(changes), payment, day(runOn))).toBe(expected);
  });
});

describe('a payment with its own frequency', () => {
  const weekly = plan('Weekly', 6_924, '2026-11-04');
  test.each<[string, Partial<MaturingLoan>, RecurringPlan, string, string]>([
    ['weekly, takes the rest with the last one before maturity', {}, weekly, '2026-11-25', 'rest'],
    ['weekly, not with the one before it', {}, weekly, '2026-11-18', 'none'],
    ['weekly, takes it on the day itself', {}, plan('Weekly', 6_924, '2026-11-03'), '2026-12-01', 'rest'],
    ['weekly, then not a week before', {}, plan('Weekly', 6_924, '2026-11-03'), '2026-11-24', 'none'],
    ['weekly, takes what is left after maturity', {}, weekly, '2026-12-02', 'rest'],
    [
      'weekly, of less than the installments is never the last',
      {},
      plan('Weekly', 6_784, '2026-11-04'),
      '2026-11-25',
      'none',
    ],
    ['every two weeks', {}, plan('BiWeekly', 13_847, '2026-11-13'), '2026-11-27', 'rest'],
    ['every two weeks, not the one before it', {}, plan('BiWeekly', 13_847, '2026-11-13'), '2026-11-13', 'none'],
    ['twice a month', {}, plan('SemiMonthly', 15_000, '2026-10-08'), '2026-11-22', 'rest'],
    ['twice a month, not the one before it', {}, plan('SemiMonthly', 15_000, '2026-10-08'), '2026-11-08', 'none'],
    ['monthly before the due day', {}, plan('DayOfMonth', 30_000, '2026-01-15'), '2026-11-15', 'rest'],
    [
      'monthly after the due day pays for the installment before, and for the last one after maturity',
      { dueOn: day('2026-11-01') },
      plan('DayOfMonth', 30_000, '2026-01-10'),
      '2026-11-10',
      'none',
    ],
    ['monthly after the last due day', {}, plan('DayOfMonth', 30_000, '2026-01-10'), '2026-12-10', 'rest'],
  ])('%s', (_name, changes, payment, runOn, expected) => {
    expect(lastInstallment(lastOf(changes), payment, day(runOn))).toBe(expected);
  });
});

describe('what a run draws', () => {
  const last = '2026-12-01';
  test.each<[string, Partial<MaturingLoan>, string, number | null, number]>([
    ['the agreed amount before the last installment', { dueOn: day('2026-11-01') }, '2026-11-01', 30_548, 30_000],
    ['the rest as the last installment', {}, last, 30_548, 30_548],
    ['no more than was announced', {}, last, 30_500, 30_500],
    ['the agreed amount if nothing was announced', {}, last, null, 30_000],
    ['the agreed amount of a balloon payment', { payoffCents: cents(60_001) }, last, 60_001, 30_000],
    ['what is owed if that is less', { payoffCents: cents(29_999) }, last, null, 29_999],
    ['what is owed if that is the agreed amount', { payoffCents: cents(30_000) }, last, 31_000, 30_000],
    ['nothing of a loan that is paid off', { payoffCents: cents(0) }, last, null, 0],
  ])('is %s', (_name, changes, runOn, announced, drawn) => {
    const announcedCents = announced === null ? null : cents(announced);
    expect(amountOfRun(lastOf(changes), onDueDate, day(runOn), announcedCents)).toBe(drawn);
  });
});

describe('what is announced of a run', () => {
  const last = '2026-12-01';
  const before = { dueOn: day('2026-11-01') };
  test.each<[string, Partial<MaturingLoan>, string, number, 'rest' | 'balloon' | undefined]>([
    ['nothing before the last installment', before, '2026-11-01', 0, undefined],
    ['a rest above the agreed amount', {}, last, 0, 'rest'],
    ['a rest below the agreed amount', { ...before, payoffCents: cents(29_999) }, '2026-11-01', 0, 'rest'],
    [
      'a rest below the agreed amount with its principal',
      { ...before, payoffCents: cents(30_499) },
      '2026-11-01',
      500,
      'rest',
    ],
    ['nothing where the rest is the agreed amount', { payoffCents: cents(30_000) }, last, 0, undefined],
    ['nothing where the rest is the agreed amount with its principal', {}, last, 548, undefined],
    ['a balloon payment', { payoffCents: cents(60_001) }, last, 0, 'balloon'],
    ['nothing of a loan that is paid off', { payoffCents: cents(0) }, last, 0, undefined],
    ['a cent that is left', { payoffCents: cents(1) }, last, 0, 'rest'],
    ['nothing of a line of credit', { kind: 'lineOfCredit', payoffCents: cents(29_999) }, last, 0, undefined],
  ])('is %s', (_name, changes, runOn, principal, announced) => {
    const payment = { ...onDueDate, additionalPrincipalCents: cents(principal) };
    expect(announcementOfRun(lastOf(changes), payment, day(runOn))).toBe(announced);
  });
});

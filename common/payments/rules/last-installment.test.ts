import { describe, expect, test } from 'vitest';
import { day } from '../../core/dates.ts';
import { cents } from '../../core/money.ts';
import { lastInstallment, type MaturingLoan, type RecurringPlan } from './last-installment.ts';

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

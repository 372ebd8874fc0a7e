import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { usualAccount, usualLine } from '#tests/builders/loan-lines.ts';
import type { LoanLine } from './loan-lines.ts';
import { impossibleOfLoan, type LoanAccount } from './loan-plausibility.ts';

type Case = [title: string, line: Partial<LoanLine>, expected: string[], account?: Partial<LoanAccount>];

const texts = (problems: ReturnType<typeof impossibleOfLoan>) =>
  problems.map(({ column, reason }) => `${column} ${reason}`);

describe('the check for impossible values', () => {
  const beforeOpening = 'is before the account was opened, 2026-01-02';
  const afterLast = (maturity: string) => [
    `next_due_on is after the last installment; the loan matures on ${maturity}`,
  ];
  const atOpening = ['maturity_on is not after the day the account was opened, 2026-01-02'];
  const noDueDay = ['late_charged_through is not a due day of the loan'];
  const lessThanInYears = ['paid_interest is less than the interest paid this year and last year'];

  test.each<Case>([
    ['accepts a usual loan', {}, []],
    [
      'finds a loan due the day before it was opened',
      { next_due_on: day('2026-01-01') },
      [`next_due_on ${beforeOpening}`],
    ],
    ['accepts a loan due the day it was opened', { next_due_on: day('2026-01-02') }, []],
    ['finds a loan due again once it matured', { maturity_on: day('2026-11-01') }, afterLast('2026-11-01')],
    ['accepts a loan due first on or after maturity', { maturity_on: day('2026-11-02') }, []],
    [
      'finds a weekly loan due a week after maturity',
      { billing_frequency: 'Weekly', maturity_on: day('2026-11-24') },
      afterLast('2026-11-24'),
    ],
    [
      'accepts a weekly loan due less than a week after maturity',
      { billing_frequency: 'Weekly', maturity_on: day('2026-11-25') },
      [],
    ],
    ['accepts a loan matured and due no more', { next_due_on: null, maturity_on: day('2026-02-01') }, []],
    ['finds a loan mature when it was opened', { next_due_on: null, maturity_on: day('2026-01-02') }, atOpening],
    ['accepts a loan mature a day later', { next_due_on: null, maturity_on: day('2026-01-03') }, []],
    [
      'finds a loan earning before it was opened',
      { interest_accrued_through: day('2026-01-01') },
      [`interest_accrued_through ${beforeOpening}`],
    ],
    ['accepts a loan earning since it was opened', { interest_accrued_through: day('2026-01-02') }, []],
    [
      'finds a loan owing interest at no rate',
      { accrued_interest: cents(1) },
      ['accrued_interest is owed on an account whose rate is zero'],
      { rate: ratePpm(0) },
    ],
    ['accepts a loan owing no interest at no rate', {}, [], { rate: ratePpm(0) }],
    ['accepts a loan owing interest at a rate', { accrued_interest: cents(1) }, []],
    [
      'finds a loan drawing more than a bank entry holds',
      { installment: cents(10_000_000_000) },
      ['installment is more than a bank draft can hold, $99,999,999.99'],
    ],
    ['accepts a loan drawing all that an entry holds', { installment: cents(9_999_999_999) }, []],
    [
      'finds a loan charged the day before it was opened',
      { late_charged_through: day('2026-01-01') },
      [`late_charged_through ${beforeOpening}`],
    ],
    [
      'accepts a loan charged the day it was opened',
      { next_due_on: day('2026-12-02'), late_charged_through: day('2026-01-02') },
      [],
    ],
    ['finds a loan charged on another day', { late_charged_through: day('2026-10-02') }, noDueDay],
    [
      'accepts a loan charged on any day if due no more',
      { next_due_on: null, late_charged_through: day('2026-10-02') },
      [],
    ],
    [
      'finds a loan charged on the 30th, if due on the last of each month',
      { due_day: 31, next_due_on: day('2026-11-30'), late_charged_through: day('2026-10-30') },
      noDueDay,
    ],
    [
      'accepts a loan charged on the 31st, if due on the last of each month',
      { due_day: 31, next_due_on: day('2026-11-30'), late_charged_through: day('2026-10-31') },
      [],
    ],
    [
      'finds a loan charged six days before a weekly due day',
      { billing_frequency: 'Weekly', late_charged_through: day('2026-11-25') },
      noDueDay,
    ],
    [
      'accepts a loan charged a week before',
      { billing_frequency: 'Weekly', late_charged_through: day('2026-11-24') },
      [],
    ],
    [
      'finds a loan charged a week before, if due every two weeks',
      { billing_frequency: 'TwoWeeks', late_charged_through: day('2026-11-24') },
      noDueDay,
    ],
    [
      'accepts a loan charged two weeks before',
      { billing_frequency: 'TwoWeeks', late_charged_through: day('2026-11-17') },
      [],
    ],
    [
      'finds a loan charged on the 16th, if due on the 1st and two weeks later',
      { billing_frequency: 'SemiMonthly', late_charged_through: day('2026-11-16') },
      noDueDay,
    ],
    [
      'accepts a loan charged on the 15th, if due on the 1st and two weeks later',
      { billing_frequency: 'SemiMonthly', late_charged_through: day('2026-11-15') },
      [],
    ],
    [
      'finds a loan paid the day before it was opened',
      { last_payment_on: day('2026-01-01'), last_payment_amount: cents(500) },
      [`last_payment_on ${beforeOpening}`],
    ],
    [
      'accepts a loan paid the day it was opened',
      { last_payment_on: day('2026-01-02'), last_payment_amount: cents(500) },
      [],
    ],
    [
      'finds a loan paid last without an amount',
      { last_payment_on: day('2026-11-01') },
      ['last_payment_amount is required with the other column of the last payment'],
    ],
    [
      'finds a loan paid last without a day',
      { last_payment_amount: cents(500) },
      ['last_payment_on is required with the other column of the last payment'],
    ],
    [
      'finds a loan paying more interest in two years than ever',
      { paid_interest: cents(1_000), interest_paid_this_year: cents(600), interest_paid_last_year: cents(401) },
      lessThanInYears,
    ],
    [
      'accepts a loan paying all interest in two years',
      { paid_interest: cents(1_000), interest_paid_this_year: cents(600), interest_paid_last_year: cents(400) },
      [],
    ],
    [
      'finds a loan paying more interest this year than ever',
      { paid_interest: cents(1_000), interest_paid_this_year: cents(1_001) },
      lessThanInYears,
    ],
    [
      'finds a loan paying more interest last year than ever',
      { paid_interest: cents(1_000), interest_paid_last_year: cents(1_001) },
      lessThanInYears,
    ],
    ['accepts a loan paying an unknown amount ever', { interest_paid_this_year: cents(600) }, []],
    [
      'finds a loan charged off the day before it was opened',
      { charged_off_on: day('2026-01-01') },
      [`charged_off_on ${beforeOpening}`],
    ],
    ['accepts a loan charged off the day it was opened', { charged_off_on: day('2026-01-02') }, []],
    [
      'accepts a loan owing interest of before its charge-off, with a rate of zero since',
      { charged_off_on: day('2026-06-10'), accrued_interest: cents(1) },
      [],
      { rate: ratePpm(0) },
    ],
  ])('%s', (_title, changes, expected, account = {}) => {
    expect(texts(impossibleOfLoan({ ...usualLine, ...changes }, { ...usualAccount, ...account }))).toEqual(expected);
  });
});

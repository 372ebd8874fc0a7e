import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { usualAccount, usualLine } from '#tests/builders/loan-lines.ts';
import type { LoanLine } from './loan-lines.ts';
import { type LoanAccount, unlikelyOfAccount, unlikelyOfLoan, unlikelyOfStatus } from './loan-plausibility.ts';

const today = day('2026-11-21');

type Case = [title: string, line: Partial<LoanLine>, expected: string[], account?: Partial<LoanAccount>];

/** A loan that owes interest, late charges and other fees beside its principal since it was charged off. */
const owing = (chargedOffCents: number): Partial<LoanLine> => ({
  accrued_interest: cents(2_000),
  late_charges: cents(300),
  other_fees: cents(40),
  charged_off_on: day('2026-06-10'),
  charged_off_amount: cents(chargedOffCents),
});
const line = { kind: 'lineOfCredit' } as const;
const opened2025 = { openedOn: day('2025-01-02') };
const texts = (problems: ReturnType<typeof unlikelyOfLoan>) =>
  problems.map(({ column, reason }) => `${column} ${reason}`);

describe('the check for unlikely values', () => {
  const unpaid = (count: number) => [`next_due_on is more than a year ago: ${count} installments are unpaid`];
  const pastMaturity = ['maturity_on is past, and the loan still has a balance'];
  const moreThanLent = ['principal is more than was lent'];
  const largeInstallment = ['installment is more than was lent'];
  const tooLittle = ['installment is less than the interest of one period'];
  const tooMuchInterest = ['accrued_interest is more than the account can have earned since it was opened'];
  const doesNotAddUp = ['paid_principal and the principal do not add up to what was lent'];
  const closed = { holdCode: 'CLOSED' };

  test.each<Case>([
    ['accepts a usual loan', {}, []],
    ['accepts a loan owing nothing and no longer due', { principal: ZERO, next_due_on: null }, []],
    ['finds a loan due a year and a day ago', { next_due_on: day('2025-11-20') }, unpaid(13), opened2025],
    ['accepts a loan due a year ago', { next_due_on: day('2025-11-21') }, [], opened2025],
    [
      'finds a loan due a year and a day ago, weekly',
      // November 20, 2025, and each seventh of the 366 days until today.
      { next_due_on: day('2025-11-20'), billing_frequency: 'Weekly' },
      unpaid(53),
      opened2025,
    ],
    [
      'finds a loan due in three months and a day',
      { next_due_on: day('2027-02-22') },
      ['next_due_on is more than three months ahead'],
    ],
    ['accepts a loan due in three months', { next_due_on: day('2027-02-21') }, []],
    [
      'finds a loan mature after fifty years and a day',
      { maturity_on: day('2076-01-03') },
      ['maturity_on is fifty years after opening'],
    ],
    ['accepts a loan mature after fifty years', { maturity_on: day('2076-01-02') }, []],
    ['finds a loan with a balance that matured yesterday', { maturity_on: day('2026-11-20') }, pastMaturity],
    ['accepts a loan with a balance on the day it matures', { maturity_on: day('2026-11-21') }, []],
    ['accepts a loan matured and paid off', { principal: ZERO, maturity_on: day('2026-11-20') }, []],
    ['finds a loan owing a cent more than was lent', { original_amount: cents(99_999) }, moreThanLent],
    ['accepts a loan owing all that was lent', { original_amount: cents(100_000) }, []],
    [
      'accepts a loan owing more than first drawn from a line',
      { original_amount: cents(99_999), credit_limit: cents(500_000) },
      [],
      line,
    ],
    [
      'finds a loan owing a cent more than the credit limit',
      { credit_limit: cents(99_999) },
      ['principal is more than the credit limit'],
      line,
    ],
    ['accepts a loan owing the whole credit limit', { credit_limit: cents(100_000) }, [], line],
    [
      'finds a loan paying a cent more than was lent at once',
      { original_amount: cents(100_000), installment: cents(100_001) },
      largeInstallment,
    ],
    [
      'accepts a loan paying at once all that was lent',
      { original_amount: cents(100_000), installment: cents(100_000) },
      [],
    ],
    ['accepts a loan paying much on a loan of unknown amount', { installment: cents(500_000) }, []],
    [
      'accepts a loan paying all with its interest in the only payment',
      { original_amount: cents(100_000), installment: cents(100_001), term_payments: 1 },
      [],
    ],
    [
      'finds a loan paying a cent more than was lent in each of two payments',
      { original_amount: cents(100_000), installment: cents(100_001), term_payments: 2 },
      largeInstallment,
    ],
    [
      'accepts a loan paying more than first drawn from a line',
      { original_amount: cents(100_000), installment: cents(100_001), credit_limit: cents(500_000) },
      [],
      line,
    ],
    // $1,000.00 × 5 % × days ÷ 365: $4.11 for 30 days, $2.05 for 15, $1.92 for 14, $0.96 for 7.
    ['finds a loan paying less than the interest of a month', { installment: cents(410) }, tooLittle],
    ['accepts a loan paying the interest of a month', { installment: cents(411) }, []],
    [
      'finds a loan paying less than the interest of half a month',
      { installment: cents(204), billing_frequency: 'SemiMonthly' },
      tooLittle,
    ],
    [
      'accepts a loan paying the interest of half a month',
      { installment: cents(205), billing_frequency: 'SemiMonthly' },
      [],
    ],
    [
      'finds a loan paying less than the interest of two weeks',
      { installment: cents(191), billing_frequency: 'TwoWeeks' },
      tooLittle,
    ],
    ['accepts a loan paying the interest of two weeks', { installment: cents(192), billing_frequency: 'TwoWeeks' }, []],
    [
      'finds a loan paying less than the interest of a week',
      { installment: cents(95), billing_frequency: 'Weekly' },
      tooLittle,
    ],
    ['accepts a loan paying the interest of a week', { installment: cents(96), billing_frequency: 'Weekly' }, []],
    ['accepts a loan paying little in the only payment', { installment: cents(410), term_payments: 1 }, []],
    ['accepts a loan paying little on a line', { installment: cents(410), credit_limit: cents(500_000) }, [], line],
    ['accepts a loan paying a cent when paid off', { installment: cents(1), principal: ZERO }, []],
    [
      'finds a loan owing a cent more of late charges than of principal',
      { late_charges: cents(100_001) },
      ['late_charges are more than the principal'],
    ],
    ['accepts a loan owing as much of both', { late_charges: cents(100_000) }, []],
    ['accepts a loan owing late charges only', { principal: ZERO, late_charges: cents(1) }, []],
    [
      'finds a loan earning no interest for a year and a day',
      { interest_accrued_through: day('2025-11-20') },
      ['interest_accrued_through is more than a year ago'],
      opened2025,
    ],
    ['accepts a loan earning none for a year', { interest_accrued_through: day('2025-11-21') }, [], opened2025],
    [
      'accepts a loan earning none since it was paid off',
      { principal: ZERO, interest_accrued_through: day('2025-11-20') },
      [],
      opened2025,
    ],
    // From January 2 through November 1 are 304 days: $1,000.00 × 5 % × 304 ÷ 365 = $41.64.
    [
      'finds a loan owing more interest than its principal can earn',
      { accrued_interest: cents(4_165) },
      tooMuchInterest,
    ],
    ['accepts a loan owing all it can earn', { accrued_interest: cents(4_164) }, []],
    [
      'finds a loan owing more interest than its original $2,000.00 can earn',
      { original_amount: cents(200_000), accrued_interest: cents(8_330) },
      tooMuchInterest,
    ],
    [
      'accepts a loan owing all that its original $2,000.00 can earn',
      { original_amount: cents(200_000), accrued_interest: cents(8_329) },
      [],
    ],
    [
      'finds a loan owing more interest than its limit of $3,000.00 can earn',
      { credit_limit: cents(300_000), accrued_interest: cents(12_494) },
      tooMuchInterest,
      line,
    ],
    [
      'accepts a loan owing all that its limit of $3,000.00 can earn',
      { credit_limit: cents(300_000), accrued_interest: cents(12_493) },
      [],
      line,
    ],
    [
      'accepts no interest, accrued through two days before the opening',
      { interest_accrued_through: day('2025-12-31') },
      [],
    ],
    [
      'finds a loan owing a cent too much beside the principal paid',
      { original_amount: cents(160_000), paid_principal: cents(60_001) },
      doesNotAddUp,
    ],
    [
      'finds a loan owing a cent too little beside the principal paid',
      { original_amount: cents(160_000), paid_principal: cents(59_999) },
      doesNotAddUp,
    ],
    ['accepts a loan owing the rest of it', { original_amount: cents(160_000), paid_principal: cents(60_000) }, []],
    ['accepts any principal paid, where the original amount is unknown', { paid_principal: cents(60_000) }, []],
    [
      'accepts a loan paying and drawing on a line',
      { original_amount: cents(160_000), paid_principal: cents(1), credit_limit: cents(500_000) },
      [],
      line,
    ],
    [
      'accepts a loan charged off of which nothing is due or earned for years',
      {
        charged_off_on: day('2022-06-10'),
        next_due_on: day('2022-01-01'),
        maturity_on: day('2024-01-01'),
        interest_accrued_through: day('2022-06-10'),
      },
      [],
      { openedOn: day('2020-01-02') },
    ],
    [
      'finds a loan charged off that owes more interest than it can have earned',
      { charged_off_on: day('2026-06-10'), accrued_interest: cents(4_165) },
      tooMuchInterest,
    ],
    [
      'accepts a loan charged off whose former rate is not told',
      { charged_off_on: day('2026-06-10'), accrued_interest: cents(4_165) },
      [],
      { rate: ratePpm(0) },
    ],
    [
      'finds a loan owing interest though it never earned any',
      { accrued_interest: cents(1) },
      tooMuchInterest,
      { rate: ratePpm(0) },
    ],
    ['accepts a loan owing all that was charged off', owing(100_000 + 2_000 + 300 + 40), []],
    [
      'finds a loan owing a cent more than was charged off',
      owing(100_000 + 2_000 + 300 + 40 - 1),
      ['charged_off_amount is less than is owed today, although a loan that is charged off earns no interest'],
    ],
    ['finds a loan closed with a balance', {}, ['principal is owed on an account that is closed'], closed],
    ['accepts a loan closed without a balance', { principal: ZERO }, [], closed],
  ])('%s', (_title, changes, expected, account = {}) => {
    expect(texts(unlikelyOfLoan({ ...usualLine, ...changes }, { ...usualAccount, ...account }, today))).toEqual(
      expected,
    );
  });
});

test.each([
  ['36 percent', 360_000, '2026-01-02', []],
  ['more than 36 percent', 360_001, '2026-01-02', ['rate is more than 36 percent a year']],
  ['an age of sixty years', 50_000, '1966-11-21', []],
  ['an age of a day more', 50_000, '1966-11-20', ['opened_on is more than sixty years ago']],
])('an account with %s is unlikely only beyond the limit', (_title, rate, openedOn, expected) => {
  expect(texts(unlikelyOfAccount({ rate: ratePpm(rate), opened_on: day(openedOn) }, today))).toEqual(expected);
});

describe('a loan that the former system calls charged off', () => {
  const calledSo = (status: string) => [
    `charged_off_on is empty, and the accounts file has the status ${status}: payments would be due and drawn`,
  ];

  test.each(['Charged Off', 'charge-off', 'CHARGEOFF', 'Charges off in June'])(
    'is unlikely without the day of it: %s',
    (status) => {
      expect(texts(unlikelyOfStatus(usualLine, status))).toEqual(calledSo(status));
      expect(texts(unlikelyOfStatus({ ...usualLine, charged_off_on: day('2026-06-10') }, status))).toEqual([]);
    },
  );

  test.each(['', 'Active', 'Charged', 'Off', 'Charged by check, off site'])('is not one called %j', (status) => {
    expect(texts(unlikelyOfStatus(usualLine, status))).toEqual([]);
  });
});

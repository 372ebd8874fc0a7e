import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, laterDay } from '#common/core/dates.ts';
import { addCents, type Cents, cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { ledger } from '#server/host/books/ledger-codes.ts';
import { amountDue } from '#server/host/books/installments.ts';
import type { LoanState } from '#server/host/books/loan-state.ts';
import { applyPayment } from '#server/host/books/payment-application.ts';
import { payoffOn } from '#server/host/books/payoff.ts';
import { lineState, loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { compareProjections, projectRepayment } from './project-repayment.ts';

const today = day('2026-11-21');

describe('the future of a loan', () => {
  test('begins with today’s principal and ends on its last due day', () => {
    const { points, paidOffOn } = projectRepayment(loanState(), today);
    expect(points[0]).toEqual({ on: today, principalCents: 1_000_000 });
    expect(points.at(-1)).toEqual({ on: '2029-01-01', principalCents: 0 });
    expect(paidOffOn).toBe('2029-01-01');
  });

  test('ends earlier when the installments are larger than needed', () => {
    const { paidOffOn } = projectRepayment(loanState({ installmentCents: cents(200_000) }), today);
    expect(paidOffOn).toBe('2027-05-01');
  });

  test('pays missed installments today', () => {
    const { points } = projectRepayment(loanState({ nextDueOn: day('2026-10-01') }), today);
    expect(points.slice(0, 4).map(({ on }) => on)).toEqual([today, today, today, '2026-12-01']);
  });

  test('counts what is already paid towards the next installment', () => {
    const whole = projectRepayment(loanState(), today);
    const part = projectRepayment(loanState({ partialPaidCents: cents(10_000) }), today);
    expect((part.points[1]?.principalCents ?? 0) - (whole.points[1]?.principalCents ?? 0)).toBe(10_000);
  });

  test('never ends when the payments are less than the interest', () => {
    const line = lineState({ principalCents: cents(500_000), nextDueOn: day('2026-12-20'), rate: ratePpm(300_000) });
    const { points, paidOffOn } = projectRepayment(line, today);
    expect(paidOffOn).toBeNull();
    expect(points, 'today and fifty years of weekly payments').toHaveLength(2_601);
  });

  test('is not known where no installment is billed', () => {
    const { points, paidOffOn } = projectRepayment(loanState({ nextDueOn: null }), today);
    expect(points).toEqual([{ on: today, principalCents: 1_000_000 }]);
    expect(paidOffOn).toBeNull();
  });

  test('of a loan that owes nothing is over although an installment is billed', () => {
    const { points, paidOffOn } = projectRepayment(loanState({ principalCents: ZERO }), today);
    expect(points).toHaveLength(1);
    expect(paidOffOn).toBe(today);
  });

  test('ends when the interest is paid as well', () => {
    const loan = loanState({ installmentCents: cents(1_000), maturityOn: null });
    // $80.00 of interest is due by the second payment; the first one's extra amount paid principal.
    const { points, paidOffOn, interestCents } = projectRepayment(loan, today, cents(1_000_000));
    expect(points.slice(0, 3)).toEqual([
      { on: today, principalCents: 1_000_000 },
      { on: '2026-12-01', principalCents: 0 },
      { on: '2027-01-01', principalCents: 0 },
    ]);
    expect(interestCents).toBe(6_000);
    expect(paidOffOn).toBe('2027-05-01');
  });

  test('of a loan that owes nothing is over', () => {
    const { points, paidOffOn, interestCents } = projectRepayment(
      loanState({ principalCents: ZERO, nextDueOn: null }),
      today,
    );
    expect(points).toHaveLength(1);
    expect(paidOffOn).toBe(today);
    expect(interestCents).toBe(0);
  });
});

describe('paying extra', () => {
  test('ends the loan sooner and saves interest', () => {
    const scheduled = projectRepayment(loanState(), today);
    const withExtra = projectRepayment(loanState(), today, cents(20_000));
    const effect = compareProjections(scheduled, withExtra);
    expect(effect?.monthsSooner).toBe(8);
    expect(effect?.interestSavedCents).toBe(scheduled.interestCents - withExtra.interestCents);
    expect(effect?.interestSavedCents).toBeGreaterThan(0);
  });

  test('nothing saves nothing', () => {
    const scheduled = projectRepayment(loanState(), today);
    expect(compareProjections(scheduled, projectRepayment(loanState(), today, ZERO))).toEqual({
      paidOffOn: scheduled.paidOffOn,
      interestSavedCents: 0,
      monthsSooner: 0,
    });
  });

  test('goes with the first payment of each month when there are several', () => {
    const weekly = loanState({
      billingFrequency: 'Weekly',
      installmentCents: cents(10_000),
      nextDueOn: day('2026-12-01'),
    });
    const plain = projectRepayment(weekly, today).points;
    const extra = projectRepayment(weekly, today, cents(5_000)).points;
    const paidIn = (points: typeof plain, index: number) =>
      (points[index - 1]?.principalCents ?? 0) - (points[index]?.principalCents ?? 0);
    // Later payments of the month stay at the plan, less the interest saved.
    expect(paidIn(extra, 1) - paidIn(plain, 1)).toBe(5_000);
    for (const index of [2, 3, 4, 5]) expect(paidIn(extra, index) - paidIn(plain, index)).toBeLessThan(20);
    expect(paidIn(extra, 6) - paidIn(plain, 6)).toBeGreaterThan(5_000);
  });

  test('can end what the payments alone never would', () => {
    const line = lineState({ principalCents: cents(500_000), nextDueOn: day('2026-12-20'), rate: ratePpm(300_000) });
    const effect = compareProjections(projectRepayment(line, today), projectRepayment(line, today, cents(50_000)));
    expect(effect?.paidOffOn).toBeDefined();
  });

  test('that never ends the loan has no effect to tell', () => {
    const line = lineState({ principalCents: cents(500_000), nextDueOn: day('2026-12-20'), rate: ratePpm(300_000) });
    const never = projectRepayment(line, today);
    expect(compareProjections(never, projectRepayment(line, today, cents(1)))).toBeUndefined();
  });

  test.each([
    ['2026-11-20', '2028-01-20', 14],
    ['2026-11-20', '2028-01-19', 13],
    ['2026-11-20', '2026-12-19', 0],
    ['2026-11-20', '2026-12-20', 1],
    ['2027-01-31', '2027-02-28', 1],
    ['2027-03-01', '2027-03-01', 0],
    ['2027-03-20', '2027-01-10', 0],
    ['2027-03-20', null, 0],
  ])('that ends it on %s instead of %s ends it %i whole months sooner', (sooner, scheduled, months) => {
    const ending = (on: string | null) => ({
      points: [],
      paidOffOn: on === null ? null : day(on),
      interestCents: ZERO,
    });
    expect(compareProjections(ending(scheduled), ending(sooner))?.monthsSooner).toBe(months);
  });

  test('never costs anything, and more never saves less', () => {
    fc.assert(
      fc.property(
        loans,
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        (loan, less, more) => {
          const scheduled = projectRepayment(loan, today);
          const small = projectRepayment(loan, today, cents(less));
          const large = projectRepayment(loan, today, cents(less + more));
          expect(small.interestCents).toBeLessThanOrEqual(scheduled.interestCents);
          expect(large.interestCents).toBeLessThanOrEqual(small.interestCents);
        },
      ),
    );
  });
});

/** Loans at any point of their term, none past due. */
const loans = fc
  .record({
    principal: fc.integer({ min: 1, max: 5_000_000 }),
    installment: fc.integer({ min: 5_000, max: 200_000 }),
    rate: fc.integer({ min: 0, max: 250_000 }),
    frequency: fc.constantFrom('Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly'),
    partial: fc.integer({ min: 0, max: 4_999 }),
  })
  .map(({ principal, installment, rate, frequency, partial }) =>
    loanState({
      principalCents: cents(principal),
      installmentCents: cents(installment),
      partialPaidCents: cents(partial),
      rate: ratePpm(rate),
      billingFrequency: frequency,
    }),
  );

describe('the projection and the books', () => {
  test('agree to the cent on every loan that is paid as planned', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const projected = projectRepayment(loan, today);
        expect(repayOnBooks(loan)).toEqual({ paidOffOn: projected.paidOffOn, interestCents: projected.interestCents });
      }),
      { numRuns: 300 },
    );
  });
});

/** Posts every installment on its due day until nothing is owed. */
function repayOnBooks(before: LoanState): { paidOffOn: string | null; interestCents: Cents } {
  let loan = before;
  let interestCents = ZERO;
  for (let count = 0; count < 1_000 && loan.nextDueOn !== null; count += 1) {
    const effectiveOn = laterDay(loan.nextDueOn, today);
    const payment = {
      effectiveOn,
      amountCents: amountDue(loan, effectiveOn),
      additionalPrincipalCents: ZERO,
      processingFeeCents: ZERO,
      clearing: ledger.achClearing,
    };
    const applied = applyPayment(loan, payment, servicingRules);
    interestCents = addCents(interestCents, applied.allocation.interestCents);
    loan = applied.loan;
    if (payoffOn(loan, effectiveOn) === 0) return { paidOffOn: effectiveOn, interestCents };
  }
  return { paidOffOn: null, interestCents };
}

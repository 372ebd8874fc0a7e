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

describe("a loan's projected repayment", () => {
  test("starts with today's principal and ends on the last due day", () => {
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

  test('counts what is already paid toward the next installment', () => {
    const whole = projectRepayment(loanState(), today);
    const part = projectRepayment(loanState({ partialPaidCents: cents(10_000) }), today);
    expect((part.points[1]?.principalCents ?? 0) - (whole.points[1]?.principalCents ?? 0)).toBe(10_000);
  });

  test("never ends if the payments don't cover the interest", () => {
    const line = lineState({ principalCents: cents(500_000), nextDueOn: day('2026-12-20'), rate: ratePpm(300_000) });
    const { points, paidOffOn } = projectRepayment(line, today);
    expect(paidOffOn).toBeNull();
    expect(points, 'today and fifty years of weekly payments').toHaveLength(2_601);
  });

  test('has no payoff date if no installment is due', () => {
    const { points, paidOffOn } = projectRepayment(loanState({ nextDueOn: null }), today);
    expect(points).toEqual([{ on: today, principalCents: 1_000_000 }]);
    expect(paidOffOn).toBeNull();
  });

  test('is finished for a loan that owes nothing, even if an installment is due', () => {
    const { points, paidOffOn } = projectRepayment(loanState({ principalCents: ZERO }), today);
    expect(points).toHaveLength(1);
    expect(paidOffOn).toBe(today);
  });

  test('ends once the interest is paid too', () => {
    const loan = loanState({ installmentCents: cents(1_000), maturityOn: null });
    // $60.00 of interest is due at the first payment, which pays $10.00 of it and all the principal.
    const { points, paidOffOn, interestCents } = projectRepayment(loan, today, cents(1_000_000));
    expect(points.slice(0, 3)).toEqual([
      { on: today, principalCents: 1_000_000 },
      { on: '2026-12-01', principalCents: 0 },
      { on: '2027-01-01', principalCents: 0 },
    ]);
    expect(interestCents).toBe(6_000);
    expect(paidOffOn).toBe('2027-05-01');
  });

  test('is finished for a loan that owes nothing and has no installment', () => {
    const { points, paidOffOn, interestCents } = projectRepayment(
      loanState({ principalCents: ZERO, nextDueOn: null }),
      today,
    );
    expect(points).toHaveLength(1);
    expect(paidOffOn).toBe(today);
    expect(interestCents).toBe(0);
  });
});

describe('extra payments', () => {
  test('end the loan sooner and save interest', () => {
    const scheduled = projectRepayment(loanState(), today);
    const withExtra = projectRepayment(loanState(), today, cents(20_000));
    const effect = compareProjections(scheduled, withExtra);
    expect(effect?.monthsSooner).toBe(8);
    expect(effect?.interestSavedCents).toBe(scheduled.interestCents - withExtra.interestCents);
    expect(effect?.interestSavedCents).toBeGreaterThan(0);
  });

  test('of zero save nothing', () => {
    const scheduled = projectRepayment(loanState(), today);
    expect(compareProjections(scheduled, projectRepayment(loanState(), today, ZERO))).toEqual({
      paidOffOn: scheduled.paidOffOn,
      interestSavedCents: 0,
      monthsSooner: 0,
    });
  });

  test('go with the first payment of each month', () => {
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

  test('can pay off a loan that would never end otherwise', () => {
    const line = lineState({ principalCents: cents(500_000), nextDueOn: day('2026-12-20'), rate: ratePpm(300_000) });
    const effect = compareProjections(projectRepayment(line, today), projectRepayment(line, today, cents(50_000)));
    expect(effect?.paidOffOn).toBeDefined();
  });

  test('that never pay off the loan have no effect to show', () => {
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
  ])('ending the loan on %s instead of %s save %i whole months', (sooner, scheduled, months) => {
    const ending = (on: string | null) => ({
      points: [],
      paidOffOn: on === null ? null : day(on),
      interestCents: ZERO,
    });
    expect(compareProjections(ending(scheduled), ending(sooner))?.monthsSooner).toBe(months);
  });

  test('never cost anything, and larger ones never save less', () => {
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

describe('projection and books', () => {
  test('agree to the cent for every loan that is paid as planned', () => {
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

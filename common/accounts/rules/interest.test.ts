import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents, subtractCents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { loanState } from '#tests/builders/loan-states.ts';
import { payoffOn } from '#server/host/books/payoff.ts';
import type { LoanState } from '#server/host/books/loan-state.ts';
import { accrueThrough, interestDue, movePrincipal, numeratorOf, perDiem } from './interest.ts';

describe('simple interest on actual days', () => {
  test.each([
    ['no day', '2026-11-01', 0],
    ['one day', '2026-11-02', 200],
    ['thirty days', '2026-12-01', 6_000],
    ['a year of 365 days', '2027-11-01', 73_000],
    ['across 29 February: 366 days of a 365-day year', '2028-11-01', 146_200],
    ['a day before the accrual began', '2026-10-20', 0],
  ])('%s', (_name, on, interest) => {
    expect(interestDue(loanState(), day(on))).toBe(interest);
  });

  test.each([
    ['rounds down below half a cent', 2, 0],
    ['rounds up from half a cent', 3, 1],
  ])('%s', (_name, days, interest) => {
    // $10.00 at 7.30% earns a fifth of a cent a day.
    const loan = loanState({ principalCents: cents(1_000) });
    expect(interestDue(loan, addDays(day('2026-11-01'), days))).toBe(interest);
  });

  test('one more day costs the per diem', () => {
    expect(perDiem(loanState(), day('2026-11-21'))).toBe(200);
    const [today, tomorrow] = [day('2026-11-21'), day('2026-11-22')];
    expect(subtractCents(payoffOn(loanState(), tomorrow), payoffOn(loanState(), today))).toBe(200);
  });

  test('the payoff is principal, interest to the day and both kinds of fee', () => {
    const loan = loanState({ lateChargesCents: cents(2_500), otherFeesCents: cents(1_500) });
    expect(payoffOn(loan, day('2026-11-21'))).toBe(1_000_000 + 20 * 200 + 2_500 + 1_500);
  });
});

function postInterest(loan: LoanState, on: ReturnType<typeof day>) {
  const posted = interestDue(loan, on);
  const accrued = accrueThrough(loan, on);
  return { posted, loan: { ...accrued, accruedNumerator: accrued.accruedNumerator - numeratorOf(posted) } };
}

test('many small postings earn the same as a single one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000_000 }),
      fc.integer({ min: 0, max: 360_000 }),
      fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 1, maxLength: 60 }),
      (principal, rate, gaps) => {
        const start = loanState({ principalCents: cents(principal), rate: ratePpm(rate) });
        let loan = start;
        let on = start.accruedThrough;
        let total = 0;
        for (const gap of gaps) {
          on = addDays(on, gap);
          const step = postInterest(loan, on);
          total += step.posted;
          loan = step.loan;
        }
        expect(total + interestDue(loan, on)).toBe(interestDue(start, on));
        expect(accrueThrough(start, on).accruedNumerator).toBe(loan.accruedNumerator + numeratorOf(cents(total)));
      },
    ),
  );
});

test('principal moved to an earlier day changes the interest of the days between', () => {
  const paidInTime = movePrincipal(loanState(), cents(-100_000), day('2026-11-10'));
  const bookedLate = movePrincipal(accrueThrough(loanState(), day('2026-11-21')), cents(-100_000), day('2026-11-10'));
  expect(interestDue(bookedLate, day('2026-12-01'))).toBe(interestDue(paidInTime, day('2026-12-01')));
  expect(interestDue(paidInTime, day('2026-12-01'))).toBe(9 * 200 + 21 * 180);
});

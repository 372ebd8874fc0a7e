import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { installmentOn, installmentsThrough, rateOn } from '#common/accounts/rules/agreed-terms.ts';
import { dueDayAfter } from '#common/accounts/rules/billing-schedule.ts';
import { accrueThrough, interestDue, perDiem } from '#common/accounts/rules/interest.ts';
import { projectRepayment } from '#common/accounts/rules/project-repayment.ts';
import { addDays, type Day, day } from '#common/core/dates.ts';
import { addCents, cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { lineState, loanState } from '#tests/builders/loan-states.ts';
import { deferInstallments } from './change-schedule.ts';
import { changeRate, undoTermsChange, whyRateChangeStays, whyRateStays } from './change-terms.ts';
import { amountDue, unsatisfyInstallments } from './installments.ts';
import type { LoanState } from './loan-state.ts';
import { payoffOn, quotePayoff } from './payoff.ts';

// $10,000.00 at 7.30% earns $2.00 a day; at 3.65%, $1.00.
const today = day('2026-11-21');
const half = ratePpm(36_500);
const from = day('2026-12-11');
const lowered = changeRate(loanState(), { rate: half, from, newPayment: true }, today);

describe('a changed rate', () => {
  test.each([
    ['2026-12-01', 30 * 200],
    ['2026-12-11', 40 * 200],
    ['2026-12-12', 40 * 200 + 100],
    ['2027-01-10', 40 * 200 + 30 * 100],
  ])('earns the old rate up to its day and the new one after it: through %s', (on, interest) => {
    expect(interestDue(lowered, day(on))).toBe(interest);
    expect(payoffOn(lowered, day(on))).toBe(1_000_000 + interest);
  });

  test.each([
    ['2026-12-10', 73_000, 200],
    ['2026-12-11', 36_500, 100],
  ])('is quoted as of the day: on %s', (on, rate, perDay) => {
    expect(rateOn(lowered, day(on))).toBe(rate);
    expect(perDiem(lowered, day(on))).toBe(perDay);
    expect(quotePayoff(lowered, day(on))).toMatchObject({ perDiemCents: perDay });
  });

  test('has a new payment, first due after a notice of 30 days', () => {
    expect(lowered.formerTerms).toMatchObject([{ installmentCents: 40_000, firstOn: '2027-01-01' }]);
    expect(installmentOn(lowered, day('2026-12-01'))).toBe(40_000);
  });

  test.each(['2026-12-11', '2027-02-19'])('from %s has a new payment that leaves no larger last one', (changesOn) => {
    const changed = changeRate(loanState(), { rate: half, from: day(changesOn), newPayment: true }, today);
    const { points, paidOffOn } = projectRepayment(changed, today);
    expect(paidOffOn).toBe('2029-01-01');
    const last = (points.at(-2)?.principalCents ?? 0) / changed.installmentCents;
    expect(last).toBeGreaterThan(0.95);
    expect(last).toBeLessThan(1.05);
  });

  test.each([
    ['the one after a rate of that very day', '2027-01-01', '2026-11-21', '2027-02-01'],
    ['the one at the end of the notice', '2026-12-11', '2026-12-02', '2027-01-01'],
    ['the next one, if the notice ends a day after', '2026-12-11', '2026-12-03', '2027-02-01'],
  ])('has a new payment from %s', (_name, changesOn, decidedOn, firstOn) => {
    const change = { rate: half, from: day(changesOn), newPayment: true };
    const { formerTerms } = changeRate(loanState(), change, day(decidedOn));
    expect(formerTerms).toMatchObject([{ until: changesOn, firstOn }]);
  });

  test.each(['2027-01-01', '2027-03-01'])('has a new payment no earlier than the change before, of %s', (firstOn) => {
    const [former] = lowered.formerTerms;
    if (!former) throw new Error('The rate was changed');
    const before = { ...lowered, formerTerms: [{ ...former, firstOn: day(firstOn) }] };
    const change = { rate: ratePpm(50_000), from: day('2026-12-12'), newPayment: true };
    expect(changeRate(before, change, today).formerTerms.at(-1)).toMatchObject({ firstOn });
  });

  test('without a new payment keeps the old one', () => {
    const changed = changeRate(loanState(), { rate: half, from, newPayment: false }, today);
    expect(amountDue(changed, day('2027-03-01'))).toBe(4 * 40_000);
  });

  test('counts installments of before at their amount, also when a payment comes back', () => {
    expect(amountDue(lowered, day('2027-02-01'))).toBe(40_000 + 2 * lowered.installmentCents);
    expect(unsatisfyInstallments(lowered, cents(80_000))).toEqual({ nextDueOn: '2026-10-01', partialPaidCents: ZERO });
  });

  test('is deferred together with the first payment of the new amount', () => {
    const deferred = deferInstallments(lowered, 2, today);
    expect(deferred.formerTerms).toMatchObject([{ until: from, firstOn: '2027-03-01' }]);
    expect(installmentOn(deferred, day('2027-02-01'))).toBe(40_000);
  });

  test('is undone', () => {
    expect(undoTermsChange(lowered)).toEqual(loanState());
    expect(undoTermsChange(loanState())).toEqual(loanState());
  });

  test('earns each day at the rate of that day, and bills each installment at its amount', () => {
    const days = fc.integer({ min: 0, max: 89 });
    const rate = fc.integer({ min: 0, max: 300_000 }).filter((ppm) => ppm !== 73_000);
    fc.assert(
      fc.property(days, rate, fc.integer({ min: 1, max: 400 }), (ahead, ppm, span) => {
        const wanted = { rate: ratePpm(ppm), from: addDays(today, ahead), newPayment: true };
        const changed = changeRate(loanState(), wanted, today);
        let byDay = changed;
        for (let on = changed.accruedThrough, count = 0; count < span; count += 1) {
          on = addDays(on, 1);
          byDay = accrueThrough(byDay, on);
        }
        const last = addDays(changed.accruedThrough, span);
        expect(byDay).toEqual(accrueThrough(changed, last));
        expect(installmentsThrough(changed, day('2026-12-01'), last)).toBe(
          addCents(...dueDays(changed, last).map((dueOn) => installmentOn(changed, dueOn))),
        );
      }),
      { numRuns: 100 },
    );
  });
});

function dueDays(loan: Parameters<typeof dueDayAfter>[0], last: Day): Day[] {
  const days: Day[] = [];
  for (let on = day('2026-12-01'); on <= last; on = dueDayAfter(loan, on)) days.push(on);
  return days;
}

const wanted = { rate: half, from, newPayment: true };

test('a loan of which no installment is due keeps its terms', () => {
  const paidOff = loanState({ principalCents: ZERO, nextDueOn: null });
  expect(changeRate(paidOff, wanted, today)).toEqual(paidOff);
});

test.each([
  ['of a loan that is paid off', loanState({ principalCents: ZERO, accruedThrough: today }), wanted, 'NothingOwed'],
  ['to the same rate', loanState(), { ...wanted, rate: ratePpm(73_000) }, 'SameRate'],
  ['for a day that is over', loanState(), { ...wanted, from: day('2026-11-20') }, 'RateInThePast'],
  ['today', loanState(), { ...wanted, from: today }, undefined],
  ['in 90 days', loanState(), { ...wanted, from: day('2027-02-19') }, undefined],
  ['in 91 days', loanState(), { ...wanted, from: day('2027-02-20') }, 'RateTooFarAhead'],
  ['before a posting', loanState({ accruedThrough: day('2026-12-12') }), wanted, 'PostedLater'],
  ['on the day of a posting', loanState({ accruedThrough: from }), wanted, undefined],
  ['before another change', lowered, { ...wanted, rate: ratePpm(50_000) }, 'RateChangesLater'],
  ['after another change', lowered, { ...wanted, rate: ratePpm(50_000), from: day('2026-12-12') }, undefined],
  ['with a new payment after the last one', loanState({ maturityOn: day('2026-12-01') }), wanted, 'NoNewPayment'],
  ['with a new payment, but paid off before it', loanState({ principalCents: cents(30_000) }), wanted, 'NoNewPayment'],
  ['of a line of credit', lineOfCredit(), { ...wanted, newPayment: false }, undefined],
  ['of a line of credit, with a new payment', lineOfCredit(), wanted, 'NoNewPayment'],
  [
    'of a line with an end, with a new payment',
    lineOfCredit({ maturityOn: day('2029-01-01') }),
    wanted,
    'NoNewPayment',
  ],
  ['of a loan without an end, with a new payment', loanState({ maturityOn: null }), wanted, 'NoNewPayment'],
])('the rate changes %s', (_name, loan, change, obstacle) => {
  expect(whyRateStays(loan, change, today)).toBe(obstacle);
});

test.each([
  ['of a loan without one', loanState(), today, 'NoRateAhead'],
  ['the day before it', lowered, day('2026-12-10'), undefined],
  ['on its day', lowered, from, 'NoRateAhead'],
  ['once something of a later day is posted', { ...lowered, accruedThrough: day('2026-12-12') }, today, 'PostedLater'],
  ['once something of its day is posted', { ...lowered, accruedThrough: from }, today, undefined],
])('a change of the rate is withdrawn %s', (_name, loan, on, obstacle) => {
  expect(whyRateChangeStays(loan, on)).toBe(obstacle);
});

function lineOfCredit(changes: Partial<LoanState> = {}) {
  return lineState({ principalCents: cents(50_000), nextDueOn: day('2026-12-20'), ...changes });
}

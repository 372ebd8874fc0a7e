import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { lineState, loanState, servicingRules } from '#tests/builders/loan-states.ts';
import {
  amountDue,
  dueOn,
  nextLateCharge,
  paymentsLeft,
  satisfyInstallments,
  shortageThrough,
  standingOf,
  unsatisfyInstallments,
  upcomingDueDays,
} from './installments.ts';
import { assessLateCharge } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';

const today = day('2026-11-21');

describe('the amount due', () => {
  test.each<[string, Partial<LoanState>, number]>([
    ['is the upcoming installment of a current loan', {}, 40_000],
    ['is less what was already paid towards it', { partialPaidCents: cents(15_000) }, 25_000],
    ['counts an installment due today once', { nextDueOn: today, dueDay: 21 }, 40_000],
    ['counts every installment missed', { nextDueOn: day('2026-09-01') }, 120_000],
    ['adds late charges and other fees', { lateChargesCents: cents(2_500), otherFeesCents: cents(1_500) }, 44_000],
    ['is never more than the payoff', { principalCents: cents(10_000) }, 10_040],
    [
      'is the payoff once the final installment is due',
      { maturityOn: day('2026-11-01'), nextDueOn: day('2026-11-01'), dueDay: 1 },
      1_004_000,
    ],
    [
      'is the payoff on the day of the final installment, also with others missed before',
      { maturityOn: today, nextDueOn: day('2026-09-21'), dueDay: 21 },
      1_004_000,
    ],
    ['is the payoff when the final installment is the upcoming one', { maturityOn: day('2026-12-01') }, 1_004_000],
    ['is zero for a paid-off loan', { principalCents: ZERO }, 0],
    ['is zero for a loan that was charged off', { chargedOffOn: today, nextDueOn: day('2026-09-01') }, 0],
    ['is what fees are left of a loan that is paid', { principalCents: ZERO, lateChargesCents: cents(2_500) }, 2_500],
  ])('%s', (_name, changes, due) => {
    expect(amountDue(loanState(changes), today)).toBe(due);
  });

  test('is zero for a line of credit without a balance, and at most the payoff for a small balance', () => {
    expect(amountDue(lineState(), today)).toBe(0);
    expect(amountDue(lineState({ principalCents: cents(2_000), nextDueOn: day('2026-12-20') }), today)).toBe(2_008);
  });
});

describe('the shortage', () => {
  test.each<[string, Partial<LoanState>, number]>([
    ['is none before the next due day', {}, 0],
    ['is none of a loan on which nothing is due', { nextDueOn: null }, 0],
    [
      'is what is unpaid of the installments due',
      { nextDueOn: day('2026-10-01'), partialPaidCents: cents(100) },
      79_900,
    ],
    ['is never more than what is owed', { nextDueOn: day('2026-10-01'), principalCents: cents(10_000) }, 10_040],
    [
      'is all that is owed on the day of the last installment',
      { nextDueOn: today, dueDay: 21, maturityOn: today, partialPaidCents: cents(39_999) },
      1_004_000,
    ],
    [
      'is the rest of the installment the day before the last one is due',
      { nextDueOn: today, dueDay: 21, maturityOn: addDays(today, 1), partialPaidCents: cents(39_999) },
      1,
    ],
  ])('%s', (_name, changes, expected) => {
    expect(shortageThrough(loanState(changes), today)).toBe(expected);
  });
});

describe('the due day', () => {
  test.each<[string, Partial<LoanState>, string | null]>([
    ['is that of the oldest unsatisfied installment', { nextDueOn: day('2026-09-01') }, '2026-09-01'],
    ['is null once everything is paid', { principalCents: ZERO }, null],
    ['is null once the loan is charged off', { chargedOffOn: today }, null],
    ['stays while interest is owed', { principalCents: ZERO, accruedNumerator: 365_000_000n }, '2026-12-01'],
    ['stays while a fee is owed', { principalCents: ZERO, otherFeesCents: cents(1) }, '2026-12-01'],
  ])('%s', (_name, changes, expected) => {
    expect(dueOn(loanState(changes))).toBe(expected);
  });
});

describe('past due and delinquent', () => {
  test.each([
    ['before the due day', '2026-12-05', 0, false, false],
    ['on the due day', '2026-11-21', 0, false, false],
    ['on the last day of grace', '2026-11-11', 10, false, false],
    ['on the day after it', '2026-11-10', 11, true, false],
    ['on the last day before delinquency', '2026-10-22', 30, true, false],
    ['on the day after that', '2026-10-21', 31, true, true],
  ])('%s', (_name, nextDueOn, daysLate, pastDue, delinquent) => {
    const standing = standingOf(loanState({ nextDueOn: day(nextDueOn) }), today, servicingRules);
    expect(standing).toEqual({ daysLate, pastDue, delinquent });
  });

  test.each<[string, Partial<LoanState>, boolean]>([
    ['short by the least shortage', { partialPaidCents: cents(39_000) }, true],
    ['short by a cent less', { partialPaidCents: cents(39_001) }, false],
    [
      'past its end with a rest below it',
      { maturityOn: day('2026-10-01'), principalCents: cents(990), accruedThrough: today },
      false,
    ],
    [
      'past its end with a balance left',
      { maturityOn: day('2026-10-01'), principalCents: cents(1_000), accruedThrough: today },
      true,
    ],
  ])('a loan %s: past due %s', (_name, changes, pastDue) => {
    const rules = { ...servicingRules, lateCharge: { ...servicingRules.lateCharge, leastShortageCents: cents(1_000) } };
    const loan = loanState({ nextDueOn: day('2026-10-22'), dueDay: 22, ...changes });
    expect(standingOf(loan, today, rules).pastDue).toBe(pastDue);
  });

  test('a paid-off loan is neither, however old its last due day', () => {
    const paid = loanState({ nextDueOn: day('2026-01-01'), principalCents: ZERO });
    expect(standingOf(paid, today, servicingRules)).toEqual({ daysLate: 0, pastDue: false, delinquent: false });
  });
});

describe('installments left', () => {
  test.each<[string, Partial<LoanState>, number | null]>([
    ['counts to the final day, both included', { maturityOn: day('2027-03-01') }, 4],
    ['counts the missed ones', { maturityOn: day('2027-03-01'), nextDueOn: day('2026-10-01') }, 6],
    ['is at least one while something is owed', { maturityOn: day('2026-06-01') }, 1],
    ['is zero for a paid-off loan', { principalCents: ZERO }, 0],
    ['is unknown without a final day', { maturityOn: null }, null],
  ])('%s', (_name, changes, left) => {
    expect(paymentsLeft(loanState(changes))).toBe(left);
  });

  test('is null for a line of credit', () => {
    expect(paymentsLeft(lineState({ maturityOn: day('2030-01-01') }))).toBeNull();
  });
});

describe('satisfying installments', () => {
  const upcoming = {};
  const twoMissed = { nextDueOn: day('2026-10-01') };
  test.each<[string, Partial<LoanState>, number, string, number, number]>([
    ['a cent below the installment is a partial payment', upcoming, 39_999, '2026-12-01', 39_999, 39_999],
    ['the full installment moves the due day', upcoming, 40_000, '2027-01-01', 0, 40_000],
    ['an excess moves nothing', upcoming, 100_000, '2027-01-01', 0, 40_000],
    ['the rest of a part completes it', { partialPaidCents: cents(30_000) }, 10_000, '2027-01-01', 0, 10_000],
    ['the oldest is satisfied first', twoMissed, 40_000, '2026-11-01', 0, 40_000],
    ['then the next, in part', twoMissed, 50_000, '2026-11-01', 10_000, 50_000],
    ['all missed ones', twoMissed, 80_000, '2026-12-01', 0, 80_000],
    ['and the upcoming one', twoMissed, 120_000, '2027-01-01', 0, 120_000],
    ['but not after it', twoMissed, 200_000, '2027-01-01', 0, 120_000],
    [
      'on the due day the next is upcoming',
      { nextDueOn: day('2026-11-21'), dueDay: 21 },
      80_000,
      '2027-01-21',
      0,
      80_000,
    ],
    [
      'the final one is completed by no amount',
      { maturityOn: day('2026-12-01') },
      60_000,
      '2026-12-01',
      60_000,
      60_000,
    ],
  ])('%s', (_name, changes, amount, nextDueOn, partial, counted) => {
    const loan = loanState(changes);
    const satisfied = satisfyInstallments(loan, cents(amount), today);
    expect(satisfied).toMatchObject({ nextDueOn, partialPaidCents: partial, countedCents: counted });
    expect(unsatisfyInstallments({ ...loan, ...satisfied }, satisfied.countedCents)).toEqual({
      nextDueOn: loan.nextDueOn,
      partialPaidCents: loan.partialPaidCents,
    });
  });

  test('a loan due on the 31st returns to the 31st', () => {
    const loan = loanState({ dueDay: 31, nextDueOn: day('2027-01-31') });
    const february = satisfyInstallments(loan, loan.installmentCents, day('2027-01-20'));
    const march = satisfyInstallments({ ...loan, ...february }, loan.installmentCents, day('2027-02-20'));
    expect([february.nextDueOn, march.nextDueOn]).toEqual(['2027-02-28', '2027-03-31']);
  });

  test('leaves a loan that is no longer billed as it is when a payment comes back', () => {
    const unbilled = loanState({ nextDueOn: null });
    expect(unsatisfyInstallments(unbilled, cents(40_000))).toEqual({ nextDueOn: null, partialPaidCents: 0 });
  });
});

test('upcoming due days are consecutive from today, starting no earlier than the oldest unpaid one', () => {
  const six = ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01'];
  expect(upcomingDueDays(loanState({ nextDueOn: day('2026-09-01') }), today)).toEqual(six);
  expect(upcomingDueDays(loanState({ nextDueOn: day('2027-02-01') }), today)[0]).toBe('2027-02-01');
  expect(upcomingDueDays(loanState({ nextDueOn: today, dueDay: 21 }), today)[0]).toBe(today);
  expect(upcomingDueDays(loanState({ principalCents: ZERO }), today)).toEqual([]);
});

describe('the next late charge', () => {
  const policy = { ...servicingRules.lateCharge, flatCents: cents(2_500), percent: null, graceDays: 10 };
  const small = { ...policy, leastShortageCents: cents(1_000) };

  test.each<[string, Partial<LoanState>, ReturnType<typeof nextLateCharge>, Partial<typeof policy>?]>([
    ['comes after the grace of what is due', {}, { payBy: day('2026-12-11'), chargeCents: cents(2_500) }],
    [
      'is that of the next installment once the oldest was charged for',
      { nextDueOn: day('2026-11-01'), lateChargeFor: day('2026-11-01') },
      { payBy: day('2026-12-11'), chargeCents: cents(2_500) },
    ],
    [
      'passes over an installment short by too little',
      { partialPaidCents: cents(39_500) },
      { payBy: day('2027-01-11'), chargeCents: cents(2_500) },
      small,
    ],
    [
      'is that of the oldest unpaid installment, however long ago one was charged for',
      { lateChargeFor: day('2026-09-01') },
      { payBy: day('2026-12-11'), chargeCents: cents(2_500) },
    ],
    ['never comes after the last installment', { maturityOn: day('2026-12-01') }, 'none'],
    [
      'can come on the maturity day',
      { maturityOn: day('2026-12-12') },
      { payBy: day('2026-12-11'), chargeCents: cents(2_500) },
    ],
    ['cannot come the day after', { maturityOn: day('2026-12-11') }, 'none'],
    ['never comes for a loan that was charged off', { chargedOffOn: today }, 'none'],
    ['is never due on a line of credit where none is charged', { maturityOn: null }, 'none', { flatCents: ZERO }],
    [
      'comes after the last installment where the contract says so',
      { maturityOn: day('2026-12-01') },
      { payBy: day('2026-12-11'), chargeCents: cents(2_500) },
      { afterMaturity: true },
    ],
    ['never comes for a loan that is paid', { principalCents: ZERO }, 'none'],
    ['is never due where none is charged', {}, 'none', { flatCents: ZERO }],
  ])('%s', (_name, changes, expected, change) => {
    const rules = { ...servicingRules, lateCharge: { ...policy, ...change }, lateChargeByLoanType: {} };
    expect(nextLateCharge(loanState(changes), rules)).toEqual(expected);
  });

  test('is charged by the end of day on the next day', () => {
    const rules = { ...servicingRules, lateCharge: policy, lateChargeByLoanType: {} };
    const loan = loanState({});
    const next = nextLateCharge(loan, rules);
    if (next === 'none') throw new Error('The loan must have a coming late charge');
    expect(assessLateCharge(loan, next.payBy, rules)).toBeUndefined();
    const charged = assessLateCharge(loan, addDays(next.payBy, 1), rules);
    expect(charged?.loan.lateChargesCents).toBe(next.chargeCents);
  });
});

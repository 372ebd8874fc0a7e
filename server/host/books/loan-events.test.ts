import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { addCents, cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { LateChargePolicy } from '#common/accounts/rules/late-charge.ts';
import { lineState, loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { interestDue } from '#common/accounts/rules/interest.ts';
import { assessLateCharge, chargeOtherFee, lend } from './loan-events.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { credit, debit } from './transfer.ts';

function withPolicy(changes: Partial<LateChargePolicy>): ServicingRules {
  return { ...servicingRules, lateCharge: { ...servicingRules.lateCharge, ...changes } };
}

describe('a late charge', () => {
  const due = day('2026-11-01');
  const late = loanState({ nextDueOn: due });

  test.each<[string, Partial<LoanState>, number, boolean]>([
    ['is not assessed within the grace period', {}, 10, false],
    ['is assessed on the day after it', {}, 11, true],
    ['is not assessed twice for one installment', { lateChargeFor: due }, 11, false],
    ['is assessed for the next installment in its turn', { lateChargeFor: day('2026-10-01') }, 11, true],
    ['is not assessed on a loan that is paid', { principalCents: ZERO }, 40, false],
    ['is not assessed if nothing is due', { nextDueOn: null }, 40, false],
  ])('%s', (_name, changes, daysLate, assessed) => {
    const event = assessLateCharge({ ...late, ...changes }, addDays(due, daysLate), servicingRules);
    expect(event?.loan.lateChargesCents).toBe(assessed ? 2_500 : undefined);
  });

  test('is assessed once per missed installment, each after its own grace period', () => {
    let loan = loanState({ nextDueOn: day('2026-09-01') });
    const charged: (string | null)[] = [];
    for (let on = day('2026-09-01'); on <= '2026-11-30'; on = addDays(on, 1)) {
      const event = assessLateCharge(loan, on, servicingRules);
      if (!event) continue;
      loan = event.loan;
      charged.push(`${loan.lateChargeFor} on ${on}`);
    }
    expect(charged).toEqual(['2026-09-01 on 2026-09-12', '2026-10-01 on 2026-10-12', '2026-11-01 on 2026-11-12']);
    expect(loan.lateChargesCents).toBe(7_500);
  });

  test('is not assessed where the institution has none', () => {
    expect(
      assessLateCharge(late, addDays(due, 20), {
        ...servicingRules,
        lateCharge: { ...servicingRules.lateCharge, flatCents: ZERO },
      }),
    ).toBeUndefined();
  });

  test.each<[string, Partial<LoanState>, number, boolean]>([
    ['of the last installment is not assessed after maturity', { maturityOn: due, nextDueOn: due }, 11, false],
    ['of one before is assessed on the day of maturity', { maturityOn: day('2026-11-12') }, 11, true],
    ['of one before is not assessed the day after', { maturityOn: day('2026-11-11') }, 11, false],
  ])('%s', (_name, changes, daysLate, assessed) => {
    const event = assessLateCharge({ ...late, ...changes }, addDays(due, daysLate), servicingRules);
    expect(event?.loan.lateChargesCents).toBe(assessed ? 2_500 : undefined);
  });

  test('is assessed once for the last installment if the contract says so, and never after it', () => {
    const rules = withPolicy({ afterMaturity: true });
    let loan = loanState({ nextDueOn: day('2026-09-01'), maturityOn: day('2026-10-01') });
    const charged: (string | null)[] = [];
    for (let on = day('2026-09-01'); on <= '2027-03-31'; on = addDays(on, 1)) {
      const event = assessLateCharge(loan, on, rules);
      if (event) charged.push(`${event.loan.lateChargeFor} on ${on}`);
      loan = event?.loan ?? loan;
    }
    expect(charged).toEqual(['2026-09-01 on 2026-09-12', '2026-10-01 on 2026-10-12']);
  });

  test('skips an installment short by less than the threshold, but not the next one', () => {
    const rules = withPolicy({ leastShortageCents: cents(1_000) });
    const short = loanState({ nextDueOn: day('2026-10-01'), partialPaidCents: cents(39_001) });
    expect(assessLateCharge(short, day('2026-10-31'), rules)).toBeUndefined();
    expect(assessLateCharge(short, day('2026-11-12'), rules)?.loan.lateChargeFor).toBe('2026-11-01');
    const byAll = { ...short, partialPaidCents: cents(39_000) };
    expect(assessLateCharge(byAll, day('2026-10-31'), rules)?.loan.lateChargeFor).toBe('2026-10-01');
  });

  test('is a share of the unpaid amount; for the last installment, of everything owed', () => {
    const rules = withPolicy({ flatCents: null, percent: ratePpm(50_000), afterMaturity: true });
    const partly = { ...late, partialPaidCents: cents(10_000) };
    expect(assessLateCharge(partly, day('2026-11-12'), rules)?.loan.lateChargesCents).toBe(1_500);
    const last = { ...late, principalCents: cents(50_000), maturityOn: due };
    expect(assessLateCharge(last, day('2026-11-12'), rules)?.loan.lateChargesCents).toBe(2_506);
  });

  test('is not caught up if the loan was on hold meanwhile', () => {
    const held = assessLateCharge(late, day('2026-12-31'), servicingRules, { excepted: true, expectedCents: ZERO });
    expect(held).toMatchObject({ loan: { lateChargeFor: '2026-12-01', lateChargesCents: 0 }, postings: [] });
    // On hold for a month more.
    expect(
      assessLateCharge(late, day('2027-01-31'), servicingRules, { excepted: true, expectedCents: ZERO })?.loan,
    ).toMatchObject({ lateChargeFor: '2027-01-01', lateChargesCents: 0 });
    const released = held?.loan ?? late;
    expect(assessLateCharge(released, day('2026-12-31'), servicingRules)).toBeUndefined();
    expect(assessLateCharge(released, day('2027-01-12'), servicingRules)?.loan.lateChargeFor).toBe('2027-01-01');
  });

  test.each([
    [40_000, undefined],
    [39_999, '2026-11-01'],
  ])('waits for an automatic payment of %i that covers the shortage', (expected, chargedFor) => {
    const coming = { excepted: false, expectedCents: cents(expected) };
    const event = assessLateCharge(late, day('2026-11-20'), servicingRules, coming);
    expect(event?.loan.lateChargeFor).toBe(chargedFor);
  });

  test('follows the policy of the loan type', () => {
    const auto = { ...servicingRules.lateCharge, flatCents: cents(700), graceDays: 15 };
    const rules = { ...servicingRules, lateChargeByLoanType: { 'AUTO-ME': auto } };
    const ofType = { ...late, loanType: 'AUTO-ME' };
    expect(assessLateCharge(ofType, day('2026-11-16'), rules)).toBeUndefined();
    expect(assessLateCharge(ofType, day('2026-11-17'), rules)?.loan.lateChargesCents).toBe(700);
  });

  test('is owed by the customer and income of the institution', () => {
    expect(assessLateCharge(late, addDays(due, 20), servicingRules)?.postings).toEqual([
      debit(ledger.lateCharges, 1, cents(2_500)),
      credit(ledger.lateChargeIncome, null, cents(2_500)),
    ]);
  });

  test('bears no interest', () => {
    const charged = assessLateCharge(late, addDays(due, 20), servicingRules)?.loan ?? late;
    expect(interestDue(charged, addDays(due, 50))).toBe(interestDue(late, addDays(due, 50)));
  });
});

describe('lending money', () => {
  test.each([
    ['with three weeks to pay, the next agreed day', '2026-11-29', '2026-12-20'],
    ['with a day less, the one after it', '2026-11-30', '2027-01-20'],
    ['right after an agreed day, the next one', '2026-11-21', '2026-12-20'],
  ])('on a line of credit without a balance sets the first due day to %s', (_name, drawnOn, dueOn) => {
    const { loan } = lend(lineState(), cents(50_000), day(drawnOn));
    expect(loan).toMatchObject({ nextDueOn: dueOn, principalCents: 50_000 });
  });

  test('on a line of credit with a balance keeps the due day and accrues interest from its own day', () => {
    const before = lineState({ principalCents: cents(100_000), nextDueOn: day('2026-11-20') });
    const { loan, postings } = lend(before, cents(100_000), day('2026-11-11'));
    expect(loan.nextDueOn).toBe('2026-11-20');
    expect(interestDue(loan, day('2026-11-21'))).toBe(10 * 20 + 10 * 40);
    expect(addCents(...postings.map((line) => line.amountCents))).toBe(0);
  });
});

test('a loan is billed as agreed, whatever was lent', () => {
  const { loan } = lend(loanState({ principalCents: ZERO }), cents(50_000), day('2026-11-29'));
  expect(loan).toMatchObject({ nextDueOn: '2026-12-01', principalCents: 50_000 });
});

test('another fee is owed in addition to late charges, and the books balance', () => {
  const { loan, postings } = chargeOtherFee(loanState(), cents(1_500), day('2026-11-21'));
  expect(loan).toMatchObject({ otherFeesCents: 1_500, lateChargesCents: 0, principalCents: 1_000_000 });
  expect(postings).toEqual([
    debit(ledger.otherFees, 1, cents(1_500)),
    credit(ledger.otherFeeIncome, null, cents(1_500)),
  ]);
});

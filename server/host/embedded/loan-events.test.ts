import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { addCents, cents, ZERO } from '#common/core/money.ts';
import { lineState, loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { interestDue } from '#common/rules/loans/interest.ts';
import { assessLateCharge, chargeOtherFee, lend } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';

describe('a late charge', () => {
  const due = day('2026-11-01');
  const late = loanState({ nextDueOn: due });

  test.each<[string, Partial<LoanState>, number, boolean]>([
    ['is not assessed within the grace period', {}, 10, false],
    ['is assessed on the day after it', {}, 11, true],
    ['is not assessed twice for one installment', { lateChargeFor: due }, 11, false],
    ['is assessed for the next installment in its turn', { lateChargeFor: day('2026-10-01') }, 11, true],
    ['is not assessed on a loan that is paid', { principalCents: ZERO }, 40, false],
    ['is not assessed when nothing is due', { nextDueOn: null }, 40, false],
  ])('%s', (_name, changes, daysLate, assessed) => {
    const event = assessLateCharge({ ...late, ...changes }, addDays(due, daysLate), servicingRules);
    expect(event?.loan.lateChargesCents).toBe(assessed ? 2_500 : undefined);
  });

  test('comes once for each installment missed, each after its own grace period', () => {
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

  test('is not assessed by an institution that takes none', () => {
    expect(assessLateCharge(late, addDays(due, 20), { ...servicingRules, lateFeeCents: 0 })).toBeUndefined();
  });

  test('bears no interest', () => {
    const charged = assessLateCharge(late, addDays(due, 20), servicingRules)?.loan ?? late;
    expect(interestDue(charged, addDays(due, 50))).toBe(interestDue(late, addDays(due, 50)));
  });
});

describe('money lent', () => {
  test.each([
    ['with three weeks to pay, the next agreed day', '2026-11-29', '2026-12-20'],
    ['with a day less, the one after it', '2026-11-30', '2027-01-20'],
    ['right after an agreed day, the next one', '2026-11-21', '2026-12-20'],
  ])('on a line of credit without a balance is first due %s', (_name, drawnOn, dueOn) => {
    const { loan } = lend(lineState(), cents(50_000), day(drawnOn));
    expect(loan).toMatchObject({ nextDueOn: dueOn, principalCents: 50_000 });
  });

  test('on a line of credit with a balance leaves the due day alone and earns interest from its own day', () => {
    const before = lineState({ principalCents: cents(100_000), nextDueOn: day('2026-11-20') });
    const { loan, postings } = lend(before, cents(100_000), day('2026-11-11'));
    expect(loan.nextDueOn).toBe('2026-11-20');
    expect(interestDue(loan, day('2026-11-21'))).toBe(10 * 20 + 10 * 40);
    expect(addCents(...postings.map((line) => line.amountCents))).toBe(0);
  });
});

test('another fee is owed beside the late charges, in balance', () => {
  const { loan, postings } = chargeOtherFee(loanState(), cents(1_500), day('2026-11-21'));
  expect(loan).toMatchObject({ otherFeesCents: 1_500, lateChargesCents: 0, principalCents: 1_000_000 });
  expect(addCents(...postings.map((line) => line.amountCents))).toBe(0);
});

import { describe, expect, test } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { again, lent, move, payment, report, setting } from '#tests/builders/credit-moves.ts';
import { loanState } from '#tests/builders/loan-states.ts';
import { figuresOf } from './credit-accounts.ts';
import type { LoanOpening } from './loan-opening.ts';

describe('a loan at the end of a month', () => {
  test('is current, with what was received in the month', () => {
    const moves = [payment('2026-10-02'), payment('2026-09-01'), lent];
    expect(report({ nextDueOn: day('2026-11-01') }, moves)).toMatchObject({
      standing: { daysLate: 0 },
      delinquentSince: null,
      pastDueCents: 0,
      paidCents: 40_000,
      lastPaidOn: '2026-10-02',
      paidOffOn: null,
    });
  });

  test('is late since the day its oldest installment was 30 days late', () => {
    const figures = report({ nextDueOn: day('2026-09-01') }, [payment('2026-08-03'), lent]);
    expect(figures).toMatchObject({ standing: { daysLate: 60 }, delinquentSince: '2026-10-01', paidCents: 0 });
    expect(figures?.pastDueCents).toBe(80_000);
  });

  test('stays late from its first delinquency while payments only catch up partly', () => {
    const moves = [payment('2026-10-20'), payment('2026-07-03'), lent];
    expect(report({ nextDueOn: day('2026-09-01') }, moves)).toMatchObject({ delinquentSince: '2026-08-31' });
    // Paid on the day on which the next installment was 30 days late.
    const atOnce = [payment('2026-10-01'), payment('2026-07-03'), lent];
    expect(report({ nextDueOn: day('2026-09-01') }, atOnce)).toMatchObject({ delinquentSince: '2026-08-31' });
    // In two parts.
    const part = { principalCents: cents(-1_000), interestCents: ZERO, countedCents: cents(1_000) };
    const parted = { nextDueOn: day('2026-09-01'), partialPaidCents: cents(1_000) };
    const inParts = report(parted, [payment('2026-10-01', part), ...atOnce]);
    expect(inParts).toMatchObject({ delinquentSince: '2026-08-31' });
  });

  test('is late again if a payment caught up the day before the next installment was 30 days late', () => {
    const moves = [payment('2026-09-30', { countedCents: cents(40_000) }), payment('2026-07-03'), lent];
    expect(report({ nextDueOn: day('2026-09-01') }, moves)).toMatchObject({ delinquentSince: '2026-10-01' });
  });

  test('has a delinquency although a payment after the month ended it', () => {
    const moves = [payment('2026-11-05', { countedCents: cents(80_000) }), payment('2026-08-03'), lent];
    const later = { nextDueOn: day('2026-11-01'), accruedThrough: day('2026-11-05') };
    expect(report(later, moves)).toMatchObject({ delinquentSince: '2026-10-01', standing: { daysLate: 60 } });
  });

  test.each([
    ['not delinquent 29 days after its due day', '2026-10-02', 2, 0, null],
    ['delinquent 30 days after its due day, with that installment past due', '2026-10-01', 1, 40_000, '2026-10-31'],
    ['delinquent with only the installment that is 30 days late past due', '2026-09-15', 15, 40_000, '2026-10-15'],
  ])('is %s', (_name, due, dueDay, pastDueCents, delinquentSince) => {
    const figures = report({ nextDueOn: day(due), dueDay }, [payment('2026-09-02'), lent]);
    expect(figures).toMatchObject({ pastDueCents, delinquentSince });
  });

  test('is late since a payment came back, if it was not late before', () => {
    const paid = { countsFrom: day('2026-09-01'), countedCents: cents(40_000) };
    const back = move('2026-10-10', { ...paid, principalCents: cents(34_000), isReversal: true });
    const moves = [back, payment('2026-09-01', { isReversed: true }), lent];
    expect(report({ nextDueOn: day('2026-09-01') }, moves)).toMatchObject({ delinquentSince: '2026-10-10' });
  });

  test('received nothing, and not less, if more came back than was paid', () => {
    const back = payment('2026-10-06', {
      principalCents: cents(34_000),
      interestCents: cents(6_000),
      isReversal: true,
      countsFrom: day('2026-09-28'),
    });
    const moves = [back, payment('2026-09-28', { isReversed: true }), lent];
    expect(report({ nextDueOn: day('2026-10-01') }, moves)).toMatchObject({ paidCents: 0, lastPaidOn: null });
  });

  test('does not count a waived late charge as received', () => {
    const waived = move('2026-10-20', { lateChargesCents: cents(-2_500), isReversal: true });
    const moves = [waived, move('2026-10-12', { lateChargesCents: cents(2_500) }), payment('2026-09-01'), lent];
    expect(report({ nextDueOn: day('2026-10-01') }, moves)).toMatchObject({ paidCents: 0, lastPaidOn: '2026-09-01' });
  });

  test('does not count lower figures from a file of the core as received', () => {
    const lowered = move('2026-10-20', { principalCents: cents(-50_000), isOpening: true });
    const moves = [lowered, payment('2026-09-01'), lent];
    expect(report({ nextDueOn: day('2026-10-01') }, moves)).toMatchObject({ paidCents: 0, lastPaidOn: '2026-09-01' });
  });

  test('has the months before as they were then, and none before it was on the books', () => {
    const figures = report({ nextDueOn: day('2026-09-01') }, [payment('2026-08-03'), lent]);
    expect(figures?.months.map((month) => month?.daysLate ?? null).slice(0, 5)).toEqual([29, 0, 0, 0, null]);
  });

  test('has the payments of its first and last day, and not those of the day before', () => {
    const moves = [payment('2026-10-31'), payment('2026-10-01'), payment('2026-09-30'), lent];
    const figures = report({ nextDueOn: day('2026-11-01'), accruedThrough: day('2026-10-31') }, moves);
    expect(figures).toMatchObject({ standing: { daysLate: 0 }, paidCents: 80_000, lastPaidOn: '2026-10-31' });
    expect(figures?.delinquentSince).toBeNull();
    expect(figures?.months[0]).toMatchObject({ daysLate: 29 });
  });

  test('has the month at whose last day it came onto the books, and 24 months in all', () => {
    const since = (on: string) => report({ nextDueOn: day('2026-11-01') }, [move(on, { principalCents: cents(1) })]);
    expect(since('2026-09-30')?.months.slice(0, 2)).toEqual([expect.objectContaining({ daysLate: 0 }), null]);
    expect(since('2026-10-01')?.months).toEqual(Array(24).fill(null));
    expect(since('2026-10-31')?.months).toEqual(Array(24).fill(null));
    expect(since('2026-11-01')).toBeUndefined();
  });

  test('leaves out later moves', () => {
    const moves = [payment('2026-11-05'), payment('2026-10-02'), lent];
    const later = { nextDueOn: day('2026-12-01'), accruedThrough: day('2026-11-05') };
    expect(report(later, moves)).toMatchObject({
      standing: { daysLate: 0 },
      paidCents: 40_000,
      lastPaidOn: '2026-10-02',
    });
  });

  test('counts a payment that came back as not received', () => {
    const back = payment('2026-10-06', {
      principalCents: cents(34_000),
      interestCents: cents(6_000),
      isReversal: true,
      countsFrom: day('2026-10-02'),
    });
    const moves = [back, payment('2026-10-02', { isReversed: true }), payment('2026-09-01'), lent];
    expect(report({ nextDueOn: day('2026-10-01') }, moves)).toMatchObject({ paidCents: 0, lastPaidOn: '2026-09-01' });
  });
});

describe('a loan that was converted', () => {
  const opening = (beganOn: Day): LoanOpening => ({
    beganOn,
    figuresOn: beganOn,
    comesFromFiles: false,
    interestThisYearCents: null,
    interestLastYearCents: null,
    feesThisYearCents: null,
    paid: null,
    lastPayment: { paidOn: day('2026-05-02'), amountCents: cents(40_000) },
  });

  test('has one that they know if it began on the first day on the books', () => {
    const first = move('2026-10-01', { principalCents: cents(1_000_000), isOpening: true });
    const figures = report({ nextDueOn: day('2026-09-01') }, [first], opening(day('2026-10-01')));
    expect(figures).toMatchObject({ delinquentSince: '2026-10-01' });
  });

  test('was last paid on a day that the books do not know, if its former system did not say', () => {
    const first = move('2026-10-01', { principalCents: cents(1_000_000), isOpening: true });
    const untold = { ...opening(day('2026-10-01')), lastPayment: null };
    expect(report({ nextDueOn: day('2026-11-01') }, [first], untold)).toMatchObject({ lastPaidOn: null });
  });

  const taken = move('2026-09-15', { principalCents: cents(1_000_000), isOpening: true });

  test('has a delinquency that the books do not know if it began before', () => {
    const figures = report({ nextDueOn: day('2026-06-01') }, [taken], opening(day('2026-09-15')));
    expect(figures).toMatchObject({ delinquentSince: 'notKnown', lastPaidOn: '2026-05-02', paidCents: 0 });
  });

  test('has one that they know if it began since', () => {
    const figures = report({ nextDueOn: day('2026-09-01') }, [taken], opening(day('2026-09-15')));
    expect(figures).toMatchObject({ delinquentSince: '2026-10-01' });
  });
});

describe('a loan that is paid off', () => {
  const off = payment('2026-10-15', { principalCents: cents(-1_000_000), interestCents: ZERO });
  const nothing = { nextDueOn: null, principalCents: ZERO, accruedThrough: day('2026-10-15') };

  test('is reported in the month in which it was', () => {
    expect(report(nothing, [off, lent])).toMatchObject({ paidOffOn: '2026-10-15', standing: { balanceCents: 0 } });
  });

  test('is reported with the day in the month, although it was owed again and paid off once more after it', () => {
    const owed = { principalCents: cents(1_000_000), countsFrom: day('2026-10-15'), isReversal: true };
    const anew = payment('2026-11-10', { principalCents: cents(-1_000_000), interestCents: ZERO });
    const moves = [anew, move('2026-11-05', owed), { ...off, isReversed: true }, lent];
    expect(report({ ...nothing, accruedThrough: day('2026-11-10') }, moves)).toMatchObject({ paidOffOn: '2026-10-15' });
  });

  test.each(['2026-10-01', '2026-10-31'])('is reported if it was on %s', (on) => {
    const last = payment(on, { principalCents: cents(-1_000_000), interestCents: ZERO });
    const state = { ...nothing, accruedThrough: day(on) };
    expect(report(state, [last, lent])).toMatchObject({ paidOffOn: on });
  });

  test('was never, if it is a line of credit: it can be drawn on again', () => {
    const line = { ...nothing, kind: 'lineOfCredit', accruedThrough: day('2026-09-15') } as const;
    const paid = payment('2026-09-15', { principalCents: cents(-1_000_000), interestCents: ZERO });
    expect(report(line, [paid, lent])).toMatchObject({ paidOffOn: null, standing: { balanceCents: 0 } });
  });

  test('stays paid off on its day when the payment is applied again later', () => {
    const less = { principalCents: cents(-990_000), overpaidCents: cents(-10_000) };
    const later = (on: string) => [...again(on, 1_000_000, less), { ...off, isReversed: true }, lent];
    expect(report(nothing, later('2026-10-20'))).toMatchObject({ paidOffOn: '2026-10-15' });
    const state = loanState({ ...nothing, accruedThrough: day('2026-11-05') });
    expect(figuresOf(state, later('2026-11-05'), undefined, day('2026-11-30'), setting)).toBeUndefined();
  });

  test('is not reported in later months, nor before it was on the books', () => {
    const earlier = payment('2026-09-15', { principalCents: cents(-1_000_000), interestCents: ZERO });
    expect(report({ ...nothing, accruedThrough: day('2026-09-15') }, [earlier, lent])).toBeUndefined();
    expect(report({}, [])).toBeUndefined();
    expect(report({}, [move('2026-11-02', { principalCents: cents(1_000_000) })])).toBeUndefined();
  });
});

test('the highest balance of a line is one it had, not one while a payment was applied again', () => {
  const moves = [
    ...again('2026-10-20', 100_000, {}),
    move('2026-10-17', { principalCents: cents(50_000) }),
    payment('2026-10-15', { principalCents: cents(-100_000), interestCents: ZERO, isReversed: true }),
    move('2026-10-01', { principalCents: cents(300_000) }),
  ];
  const state = { kind: 'lineOfCredit', principalCents: cents(240_000) } as const;
  expect(report(state, moves)).toMatchObject({ highestBalanceCents: 300_000 });
});

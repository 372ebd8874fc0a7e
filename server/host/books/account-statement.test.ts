import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { move as postedMove } from '#tests/builders/credit-moves.ts';
import { loanState } from '#tests/builders/loan-states.ts';
import { figuresOfPeriod } from './account-statement.ts';
import type { LoanOpening } from './loan-opening.ts';
import type { LoanState } from './loan-state.ts';
import type { PostedMove } from './statements.queries.ts';

/** November 2026 in New York. */
const november = {
  from: day('2026-11-01'),
  through: day('2026-11-30'),
  yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
  startsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
  endsAt: Temporal.Instant.from('2026-12-01T05:00:00Z'),
};

function move(transferId: number, effectiveOn: string, changes: Partial<PostedMove> = {}): PostedMove {
  return postedMove(effectiveOn, { transferId, description: 'Payment', ...changes });
}

/*
 * A loan of $10,000.00 at 7.30 percent earns $2.00 a day; at $9,500.00 it earns $1.90. On October 31, 3 days are unpaid.
 *
 * November 11: $528.00 pays 14 days of $2.00 and $500.00 of principal, $400.00 of it for the installment of November 1.
 * November 20: a late charge of $25.00.
 * November 25: $50.00 pays the charge and $25.00 of the 14 days of $1.90; $1.60 of them stay unpaid.
 * December 5: $375.00 pays the rest of the installment of December 1: $20.60 of interest, $354.40 of principal.
 */
const inMarch = move(1, '2026-03-02', { interestCents: cents(-10_000), countedCents: cents(10_000) });
const onThe11th = move(2, '2026-11-11', {
  principalCents: cents(-50_000),
  interestCents: cents(-2_800),
  countedCents: cents(40_000),
});
const lateCharge = move(3, '2026-11-20', { description: 'Late charge', lateChargesCents: cents(2_500) });
const onThe25th = move(4, '2026-11-25', {
  interestCents: cents(-2_500),
  lateChargesCents: cents(-2_500),
  countedCents: cents(2_500),
});
const inDecember = move(5, '2026-12-05', {
  principalCents: cents(-35_440),
  interestCents: cents(-2_060),
  countedCents: cents(37_500),
});
const moves = [inDecember, onThe25th, lateCharge, onThe11th, inMarch];
const now = loanState({
  principalCents: cents(914_560),
  accruedThrough: day('2026-12-05'),
  nextDueOn: day('2027-01-01'),
});

describe('a statement of November', () => {
  const figures = figuresOfPeriod(now, moves, november);

  test('begins with what was owed at the end of October', () => {
    expect(figures.opening).toEqual({ principalCents: 1_000_000, interestCents: 600, feesCents: 0 });
  });

  test('ends with what was owed on November 30: $1.60 and five days of $1.90', () => {
    expect(figures.closing).toEqual({ principalCents: 950_000, interestCents: 1_110, feesCents: 0 });
  });

  test('lists its entries, oldest first, what lowers the debt as positive', () => {
    const { postedAt } = onThe11th;
    expect(figures.entries).toEqual([
      {
        entryId: '2',
        effectiveOn: '2026-11-11',
        postedAt,
        description: 'Payment',
        principalCents: 50_000,
        interestCents: 2_800,
        otherCents: 0,
        totalCents: 52_800,
        runningPrincipalCents: 950_000,
      },
      expect.objectContaining({
        entryId: '3',
        description: 'Late charge',
        principalCents: 0,
        interestCents: 0,
        otherCents: -2_500,
        totalCents: -2_500,
        runningPrincipalCents: 950_000,
      }),
      expect.objectContaining({ entryId: '4', interestCents: 2_500, otherCents: 2_500, totalCents: 5_000 }),
    ]);
  });

  test('earned eleven days of $2.00 and nineteen of $1.90', () => {
    expect(figures.interestEarnedCents).toBe(11 * 200 + 19 * 190);
  });

  test('bills the rest of the installment of December 1', () => {
    expect(figures.due).toEqual({
      dueOn: '2026-12-01',
      pastDueCents: 0,
      installmentCents: 37_500,
      feesCents: 0,
      totalCents: 37_500,
    });
  });

  test('counts the interest paid and the fees charged since January, not those of December', () => {
    expect(figures.yearToDate).toEqual({ interestPaidCents: 10_000 + 2_800 + 2_500, feesChargedCents: 2_500 });
  });

  test('counts an overpayment with its entry', () => {
    const overpaid = move(4, '2026-11-25', { overpaidCents: cents(-900) });
    const [entry] = figuresOfPeriod(now, [overpaid], november).entries;
    expect(entry).toMatchObject({ otherCents: 900, totalCents: 900 });
  });

  test('counts other fees with their entry', () => {
    const fee = move(4, '2026-11-25', { otherFeesCents: cents(1_500) });
    const { entries, closing } = figuresOfPeriod({ ...now, otherFeesCents: cents(1_500) }, [fee], november);
    expect(entries).toMatchObject([{ otherCents: -1_500, totalCents: -1_500 }]);
    expect(closing.feesCents).toBe(1_500);
  });
});

describe('an entry', () => {
  const namesOf = (postedAt: string) =>
    figuresOfPeriod(now, [move(7, '2026-11-15', { postedAt: Temporal.Instant.from(postedAt) })], november).entries.map(
      ({ entryId }) => entryId,
    );

  test.each([
    ['posted in the last second of October does not count in November', '2026-11-01T03:59:59Z', []],
    ['posted as November begins is one of November', '2026-11-01T04:00:00Z', ['7']],
    ['posted in the last second of November is one of November', '2026-12-01T04:59:59Z', ['7']],
    ['posted as December begins does not count in November', '2026-12-01T05:00:00Z', []],
  ])('%s', (_title, postedAt, expected) => {
    expect(namesOf(postedAt)).toEqual(expected);
  });
});

describe('a loan converted in November', () => {
  const converted = move(6, '2026-11-10', {
    description: 'Opening balance',
    isOpening: true,
    principalCents: cents(950_000),
    otherFeesCents: cents(500),
    interestCents: cents(-700),
  });

  test('was neither lent nor charged then', () => {
    const figures = figuresOfPeriod({ ...now, otherFeesCents: cents(500) }, [inDecember, converted], november);
    expect(figures.entries).toEqual([]);
    expect(figures.yearToDate).toEqual({ interestPaidCents: 0, feesChargedCents: 0 });
    expect(figures.opening).toMatchObject({ principalCents: 950_000, feesCents: 500 });
  });

  test('adds what was paid and charged before; what is unknown stays unknown', () => {
    const opening: LoanOpening = {
      beganOn: day('2026-11-10'),
      figuresOn: day('2026-11-10'),
      comesFromFiles: false,
      interestThisYearCents: cents(3_000),
      interestLastYearCents: null,
      feesThisYearCents: cents(400),
      paid: null,
      lastPayment: null,
    };
    const yearToDate = (known: LoanOpening) => figuresOfPeriod(now, moves, november, known).yearToDate;
    expect(yearToDate(opening)).toEqual({ interestPaidCents: 3_000 + 15_300, feesChargedCents: 400 + 2_500 });
    expect(yearToDate({ ...opening, feesThisYearCents: null })).toEqual({
      interestPaidCents: 3_000 + 15_300,
      feesChargedCents: null,
    });
  });
});

describe('the fees charged in the year', () => {
  const fees = (...ofYear: readonly PostedMove[]) =>
    figuresOfPeriod(now, ofYear.toReversed(), november).yearToDate.feesChargedCents;
  const charge = move(1, '2026-02-11', { lateChargesCents: cents(2_500) });
  const takenBack = move(2, '2026-02-12', { lateChargesCents: cents(-2_500), isReversal: true });

  test.each([
    ['are late charges and other fees', [charge, move(2, '2026-02-12', { otherFeesCents: cents(300) })], 2_800],
    ['are not charges that were taken back', [charge, charge, takenBack], 2_500],
    ['do not fall below zero for a charge of last year', [takenBack], 0],
    ['are the same once they are paid', [charge, move(2, '2026-02-12', { lateChargesCents: cents(-2_500) })], 2_500],
    [
      'are the same when a payment of them is returned',
      [
        charge,
        move(2, '2026-02-12', { lateChargesCents: cents(-2_500) }),
        move(3, '2026-02-16', { lateChargesCents: cents(2_500), isReversal: true }),
      ],
      2_500,
    ],
  ])('%s', (_title, ofYear, expected) => {
    expect(fees(...ofYear)).toBe(expected);
  });
});

describe('what a statement bills', () => {
  const due = (changes: Partial<LoanState>) => figuresOfPeriod(loanState(changes), [], november).due;

  test('is nothing on a loan that owes nothing', () => {
    expect(due({ principalCents: ZERO, nextDueOn: null })).toBeNull();
  });

  test('is each missed installment as past due, then the next one and the fees', () => {
    expect(due({ nextDueOn: day('2026-10-01'), lateChargesCents: cents(2_500) })).toEqual({
      dueOn: '2026-12-01',
      pastDueCents: 80_000,
      installmentCents: 40_000,
      feesCents: 2_500,
      totalCents: 122_500,
    });
  });

  test('is past due on its due day', () => {
    expect(due({ dueDay: 30, nextDueOn: day('2026-11-30') })).toMatchObject({
      dueOn: '2026-12-30',
      pastDueCents: 40_000,
      installmentCents: 40_000,
    });
  });

  test('is not past due on the day before', () => {
    expect(due({ dueDay: 31, nextDueOn: day('2026-12-01'), lateChargesCents: cents(2_500) })).toEqual({
      dueOn: '2026-12-01',
      pastDueCents: 0,
      installmentCents: 40_000,
      feesCents: 2_500,
      totalCents: 42_500,
    });
  });
});

test.each<[string, Partial<LoanState>, string | undefined]>([
  ['names the day of a charge-off while something is owed', {}, '2026-10-10'],
  ['no longer names it once all was recovered', { principalCents: ZERO, nextDueOn: null }, undefined],
  ['of another loan names none', { chargedOffOn: null }, undefined],
])('a statement %s', (_name, changes, chargedOffOn) => {
  const state = loanState({ chargedOffOn: day('2026-10-10'), accruedThrough: day('2026-11-30'), ...changes });
  expect(figuresOfPeriod(state, [], november).chargedOffOn).toBe(chargedOffOn);
});

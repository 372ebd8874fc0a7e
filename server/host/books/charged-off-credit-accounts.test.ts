import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { lent, move, payment, report } from '#tests/builders/credit-moves.ts';
import { loanState } from '#tests/builders/loan-states.ts';
import type { PostedMove } from './statements.queries.ts';

describe('a loan that was charged off', () => {
  const charged = move('2026-10-20', { changes: 'chargeOff' });
  const { rate, installmentCents } = loanState();
  const ended = {
    rate: ratePpm(0),
    chargedOffOn: day('2026-10-20'),
    formerTerms: [{ rate, installmentCents, until: day('2026-10-20'), firstOn: day('2026-10-20') }],
  };

  test('has been late since the day it was, and in no month is charged off before', () => {
    const figures = report({ ...ended, nextDueOn: day('2026-09-01') }, [charged, payment('2026-08-03'), lent]);
    expect(figures).toMatchObject({
      delinquentSince: '2026-10-01',
      pastDueCents: 0,
      standing: { daysLate: 0, isChargedOff: true },
    });
    expect(figures?.months[0]).toMatchObject({ daysLate: 29, isChargedOff: false });
  });

  test('has been late since the same day, whatever is paid of it since', () => {
    const recovered = ['2026-10-30', '2026-10-25'].map((on) => payment(on));
    const moves = [...recovered, charged, payment('2026-08-03'), lent];
    const state = { ...ended, nextDueOn: day('2026-11-01'), accruedThrough: day('2026-10-30') };
    expect(report(state, moves)).toMatchObject({ delinquentSince: '2026-10-01', standing: { isChargedOff: true } });
  });

  test('is charged off at the end of every month since, that of its day included', () => {
    const on = day('2026-09-30');
    const until = {
      ...ended,
      chargedOffOn: on,
      formerTerms: ended.formerTerms.map((terms) => ({ ...terms, until: on })),
    };
    const moves = [move(on, { changes: 'chargeOff' }), payment('2026-08-03'), lent];
    const figures = report({ ...until, nextDueOn: day('2026-09-01'), accruedThrough: on }, moves);
    expect(figures?.months.slice(0, 2)).toMatchObject([{ isChargedOff: true }, { isChargedOff: false }]);
  });

  test('has been late since the day before, if it was charged off on the 31st day', () => {
    const late = { ...ended, nextDueOn: day('2026-09-19'), dueDay: 19 };
    expect(report(late, [charged, lent])).toMatchObject({ delinquentSince: '2026-10-19' });
  });

  test('is paid off with its last payment, also a line of credit', () => {
    const recovered = payment('2026-10-25', {
      principalCents: cents(-100_000),
      interestCents: ZERO,
      countedCents: ZERO,
    });
    const moves = [recovered, charged, move('2026-06-20', { principalCents: cents(100_000) })];
    const nothing = { principalCents: ZERO, accruedThrough: day('2026-10-25'), nextDueOn: day('2026-09-20') };
    for (const kind of ['loan', 'lineOfCredit'] as const) {
      const figures = report({ ...ended, ...nothing, kind, dueDay: 20 }, moves);
      expect(figures).toMatchObject({ paidOffOn: '2026-10-25', standing: { isChargedOff: true, balanceCents: 0 } });
    }
  });
});

describe('a loan that was charged off', () => {
  const rate = loanState().rate;
  const terms = (until: string, before = rate) => ({
    rate: before,
    until: day(until),
    installmentCents: loanState().installmentCents,
    firstOn: day(until),
  });
  const chargeOff = (on: string, isReversed: boolean) => move(on, { changes: 'chargeOff', isReversed });
  const back = move('2026-10-10', { changes: 'chargeOffReversed', countsFrom: day('2026-08-20'), isReversal: true });
  const owed = move('2026-02-20', { principalCents: cents(1_000_000) });
  const unpaid = { nextDueOn: day('2026-04-01'), accruedThrough: day('2026-10-10') };
  const reversed = { ...unpaid, formerTerms: [terms('2026-08-20'), terms('2026-10-10', ratePpm(0))] };
  const moves = [back, chargeOff('2026-08-20', true), owed];

  test('is late since the same day once the charge-off is reversed, as if it had never been', () => {
    expect(report(unpaid, [owed])).toMatchObject({ delinquentSince: '2026-05-01' });
    const figures = report(reversed, moves);
    expect(figures).toMatchObject({ delinquentSince: '2026-05-01', standing: { daysLate: 213, isChargedOff: false } });
    expect(figures?.months.slice(0, 3)).toMatchObject([
      { daysLate: 182, isChargedOff: false },
      { daysLate: 152, isChargedOff: false },
      { daysLate: 121, isChargedOff: false },
    ]);
  });

  test('is late since the same day when it is charged off again, even on the day of the reversal', () => {
    for (const on of ['2026-10-10', '2026-10-20']) {
      const formerTerms = [...reversed.formerTerms, terms(on)];
      const again = { ...unpaid, rate: ratePpm(0), formerTerms, chargedOffOn: day(on), accruedThrough: day(on) };
      const figures = report(again, [chargeOff(on, false), ...moves]);
      expect(figures).toMatchObject({ delinquentSince: '2026-05-01', standing: { isChargedOff: true } });
      expect(figures?.months[0]).toMatchObject({ daysLate: 182, isChargedOff: false });
    }
  });

  test('was late since the same day whatever followed the month: a reversal, payments, another charge-off', () => {
    const followed = [
      chargeOff('2026-11-20', false),
      payment('2026-11-15', { countedCents: cents(8 * 40_000) }),
      move('2026-11-10', { changes: 'chargeOffReversed', countsFrom: day('2026-10-10'), isReversal: true }),
      chargeOff('2026-10-10', true),
      owed,
    ];
    const formerTerms = [terms('2026-10-10'), terms('2026-11-10', ratePpm(0)), terms('2026-11-20')];
    const off = { rate: ratePpm(0), formerTerms, chargedOffOn: day('2026-11-20'), accruedThrough: day('2026-11-20') };
    expect(report({ ...off, nextDueOn: day('2026-12-01') }, followed)).toMatchObject({
      delinquentSince: '2026-05-01',
      standing: { isChargedOff: true },
    });
  });

  test('is late since its oldest unpaid installment was due, if that was less than 30 days before', () => {
    const since = (nextDueOn: string, later: readonly PostedMove[] = []) => {
      const off = { chargedOffOn: day('2026-10-10'), rate: ratePpm(0), formerTerms: [terms('2026-10-10')] };
      const state = { ...off, nextDueOn: day(nextDueOn), accruedThrough: day('2026-10-10') };
      return report(state, [chargeOff('2026-10-10', false), ...later, owed])?.delinquentSince;
    };
    expect(since('2026-09-15')).toBe('2026-09-15');
    expect(since('2026-10-09')).toBe('2026-10-09');
    expect(since('2026-10-15')).toBeNull();
    expect(since('2026-10-15', [payment('2026-10-10')])).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, day, dayInMonth } from '#common/core/dates.ts';
import { addCents, cents, type Cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { accrueThrough, interestDue } from '#common/accounts/rules/interest.ts';
import { lineState, loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { assessLateCharge, chargeOtherFee, lend, type LoanEvent } from './loan-events.ts';
import { changeDueDay, deferInstallments, whyDueDayStays, whyNotDeferred } from './change-schedule.ts';
import { changeRate, whyRateStays } from './change-terms.ts';
import type { LoanState } from './loan-state.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import { applyPayment } from './payment-application.ts';
import { payoffOn } from './payoff.ts';
import { type PaymentOnBooks, takePaymentBack } from './payment-reversal.ts';
import { type LoanMove, rewindLoan } from './rewind-loan.ts';

interface Step {
  readonly on: Day;
  readonly loan: LoanState;
  readonly move: LoanMove;
  /** True for a draw on a line that owed nothing, which sets the first bill. */
  readonly begins: boolean;
}

const start = day('2026-11-01');

const happening = fc.record({
  days: fc.integer({ min: 0, max: 25 }),
  what: fc.constantFrom(
    'pay',
    'pay',
    'pay',
    'payEarlier',
    'lateCharge',
    'fee',
    'takeBack',
    'moveDueDay',
    'defer',
    'changeRate',
  ),
  amount: fc.integer({ min: 100, max: 120_000 }),
});

/** Draws on a line of credit, and payments that pay it off. */
const happeningOnLine = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  what: fc.constantFrom('draw', 'draw', 'pay', 'pay', 'payOff', 'payPrincipal', 'lateCharge', 'fee', 'takeBack'),
  amount: fc.integer({ min: 100, max: 30_000 }),
});

interface Happening {
  readonly days: number;
  readonly what:
    | 'moveDueDay'
    | 'defer'
    | 'changeRate'
    | 'pay'
    | 'payEarlier'
    | 'payOff'
    | 'payPrincipal'
    | 'draw'
    | 'lateCharge'
    | 'fee'
    | 'takeBack';
  readonly amount: number;
}

/** A move of nothing. */
const moveless = {
  principalCents: ZERO,
  interestCents: ZERO,
  lateChargesCents: ZERO,
  otherFeesCents: ZERO,
  countedCents: ZERO,
  isReversal: false,
};

function play(first: LoanState, happenings: readonly Happening[]): Step[] {
  const steps: Step[] = [];
  const payments: PaymentOnBooks[] = [];
  let loan = first;
  let on = start;
  for (const { days, what, amount } of happenings) {
    on = addDays(on, days);
    const effectiveOn = what === 'payEarlier' ? addDays(on, -3) : on;
    const taken = what === 'takeBack' ? payments.pop() : undefined;
    const change = what in changesOfTerms ? changesOfTerms[what as keyof typeof changesOfTerms] : undefined;
    if (change) {
      const changed = change(loan, amount, on);
      if (!changed) continue;
      loan = changed;
      const changes = what === 'changeRate' ? 'rate' : 'dueDays';
      steps.push({ on, loan, begins: false, move: { ...moveless, changes, countsFrom: on } });
      continue;
    }
    const event = happen(loan, what, cents(amount), effectiveOn, taken);
    if (!event || event.postings.length === 0) continue;
    const countedCents = taken?.countedCents ?? event.countedCents ?? ZERO;
    if (event.countedCents !== undefined) payments.push({ effectiveOn, countedCents, postings: event.postings });
    const begins = what === 'draw' && payoffOn(loan, on) === 0;
    loan = event.loan;
    steps.push({
      on,
      loan,
      begins,
      move: {
        ...moveOf(event),
        countsFrom: taken?.effectiveOn ?? effectiveOn,
        countedCents,
        isReversal: taken !== undefined,
        changes: null,
      },
    });
  }
  return steps;
}

function moveDueDay(loan: LoanState, amount: number, on: Day): LoanState | undefined {
  const dueDay = 1 + (amount % 31);
  return whyDueDayStays(loan, dueDay, on) ? undefined : changeDueDay(loan, dueDay);
}

function defer(loan: LoanState, amount: number, on: Day): LoanState | undefined {
  return whyNotDeferred(loan) ? undefined : deferInstallments(loan, 1 + (amount % 3), on);
}

function changeRateOf(loan: LoanState, amount: number, on: Day): LoanState | undefined {
  const wanted = { rate: ratePpm(amount), from: addDays(on, amount % 45), newPayment: amount % 2 === 0 };
  return whyRateStays(loan, wanted, on) ? undefined : changeRate(loan, wanted, on);
}

const changesOfTerms = { moveDueDay, defer, changeRate: changeRateOf };

function happen(
  loan: LoanState,
  what: Happening['what'],
  amountCents: Cents,
  effectiveOn: Day,
  taken: PaymentOnBooks | undefined,
): LoanEvent | undefined {
  if (what === 'draw') return lend(loan, amountCents, effectiveOn);
  if (what === 'takeBack') return taken && takePaymentBack(loan, taken, effectiveOn);
  if (what === 'lateCharge') return assessLateCharge(loan, effectiveOn, servicingRules);
  if (what === 'fee') return chargeOtherFee(loan, amountCents, effectiveOn);
  const payment = {
    effectiveOn,
    amountCents: what === 'payOff' ? payoffOn(loan, effectiveOn) : amountCents,
    // Leaves interest on a line whose principal is paid.
    additionalPrincipalCents: what === 'payPrincipal' ? loan.principalCents : ZERO,
    processingFeeCents: ZERO,
  };
  return applyPayment(loan, { ...payment, clearing: ledger.achClearing }, servicingRules);
}

function nextTwentieth(after: Day): Day {
  const sameMonth = dayInMonth(after, 0, 20);
  return sameMonth > after ? sameMonth : dayInMonth(after, 1, 20);
}

function moveOf({ postings, loan }: LoanEvent) {
  const amountOn = (code: LedgerCode) =>
    addCents(
      ...postings
        .filter((posting) => posting.ledgerCode === code && posting.accountId === loan.accountId)
        .map((posting) => posting.amountCents),
    );
  return {
    principalCents: amountOn(ledger.loanPrincipal),
    interestCents: amountOn(ledger.interestIncome),
    lateChargesCents: amountOn(ledger.lateCharges),
    otherFeesCents: amountOn(ledger.otherFees),
  };
}

describe('rewinding a loan', () => {
  test.each([
    ['', day('2029-01-01')],
    [' in its last months', day('2027-01-01')],
  ])('returns the exact state of a loan%s after any of its movements, to the fraction of a cent', (_, maturityOn) => {
    fc.assert(
      fc.property(fc.array(happening, { minLength: 1, maxLength: 14 }), fc.nat(), (happenings, pick) => {
        const steps = play(loanState({ maturityOn }), happenings);
        const place = pick % (steps.length || 1);
        const then = steps[place];
        const now = steps.at(-1);
        if (!then || !now) return;
        const later = steps.slice(place + 1);
        // Same-day moves are undone only if posted later; the day is the step's own.
        const found = rewindLoan(now.loan, later.map((step) => step.move).toReversed(), then.on);
        const expected = accrueThrough(then.loan, then.on);
        expect({ ...found, lateChargeFor: null }).toEqual({ ...expected, lateChargeFor: null });
      }),
      { numRuns: 500 },
    );
  });

  test('leaves the last installment the last one, though more than its amount was paid and came back', () => {
    const last = loanState({ nextDueOn: day('2026-12-01'), maturityOn: day('2026-12-01') });
    const [first, second, returned] = play(last, [
      { days: 5, what: 'pay', amount: last.installmentCents },
      { days: 1, what: 'pay', amount: last.installmentCents },
      { days: 1, what: 'takeBack', amount: 0 },
    ]);
    if (!first || !second || !returned) throw new Error('A step is missing');
    expect(rewindLoan(returned.loan, [returned.move], second.on)).toMatchObject({ nextDueOn: '2026-12-01' });
    expect(rewindLoan(returned.loan, [returned.move, second.move], first.on)).toMatchObject({
      nextDueOn: '2026-12-01',
    });
  });

  test('works for a line of credit; before the draw that set its first bill it counts as paid up', () => {
    fc.assert(
      fc.property(fc.array(happeningOnLine, { minLength: 2, maxLength: 14 }), fc.nat(), (happenings, pick) => {
        const steps = play(lineState(), happenings);
        const place = pick % (steps.length || 1);
        const then = steps[place];
        const now = steps.at(-1);
        if (!then || !now) return;
        const later = steps.slice(place + 1);
        const found = rewindLoan(now.loan, later.map((step) => step.move).toReversed(), then.on);
        const expected = accrueThrough(then.loan, then.on);
        const isUnbilled = expected.nextDueOn === null || later.some(({ begins }) => begins);
        const bill = isUnbilled
          ? { nextDueOn: nextTwentieth(then.on), partialPaidCents: ZERO }
          : { nextDueOn: expected.nextDueOn, partialPaidCents: expected.partialPaidCents };
        expect({ ...found, lateChargeFor: null }).toEqual({ ...expected, ...bill, lateChargeFor: null });
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['before its due day', '2026-11-19', '2026-11-20'],
    ['on its due day', '2026-11-20', '2026-12-20'],
    ['after its due day', '2026-11-21', '2026-12-20'],
  ])('bills a line of credit before its first draw, %s, by its schedule', (_when, on, nextDueOn) => {
    const [step] = play(lineState(), [{ days: 25, what: 'draw', amount: 50_000 }]);
    const found = step && rewindLoan(step.loan, [step.move], day(on));
    expect(found).toMatchObject({ principalCents: 0, nextDueOn, partialPaidCents: 0, accruedNumerator: 0n });
  });

  test('keeps the bill of a line of credit with unpaid interest over the next draw', () => {
    const steps = play(lineState(), [
      { days: 0, what: 'draw', amount: 20_000_000 },
      { days: 30, what: 'payPrincipal', amount: 100 },
      { days: 1, what: 'draw', amount: 50_000 },
    ]);
    const [, paid, drawn] = steps;
    expect(drawn?.begins).toBe(false);
    const found = drawn && paid && rewindLoan(drawn.loan, [drawn.move], paid.on);
    expect(found).toMatchObject({ nextDueOn: paid?.loan.nextDueOn, partialPaidCents: 100 });
  });

  test('goes back to before a charge-off, and to before its reversal', () => {
    const [offOn, againOn] = [day('2026-11-21'), day('2026-12-05')];
    const loan = loanState();
    const former = (until: Day, rate: LoanState['rate']) => {
      const { installmentCents } = loan;
      return { rate, until, installmentCents, firstOn: day('2026-12-01') };
    };
    const chargedOff = {
      ...loan,
      rate: ratePpm(0),
      chargedOffOn: offOn,
      formerTerms: [former(offOn, loan.rate)],
    };
    const chargeOff = { ...moveless, countsFrom: offOn, changes: 'chargeOff' } as const;
    const before = { rate: loan.rate, chargedOffOn: null, formerTerms: [] };
    expect(rewindLoan(chargedOff, [chargeOff], addDays(offOn, -1))).toMatchObject(before);

    const again = {
      ...loan,
      formerTerms: [...chargedOff.formerTerms, former(againOn, ratePpm(0))],
    };
    const reversal = { ...chargeOff, changes: 'chargeOffReversed', isReversal: true } as const;
    const { rate, chargedOffOn, formerTerms } = chargedOff;
    expect(rewindLoan(again, [reversal], addDays(againOn, -1))).toMatchObject({ rate, chargedOffOn, formerTerms });
    expect(rewindLoan(again, [reversal, chargeOff], addDays(offOn, -1))).toMatchObject(before);
  });

  test('to before the first event returns the initial loan', () => {
    const first = loanState();
    const steps = play(first, [{ days: 20, what: 'pay', amount: 40_000 }]);
    const found = rewindLoan(
      steps[0]?.loan ?? first,
      steps.map((step) => step.move),
      addDays(start, 10),
    );
    expect(found).toMatchObject({ nextDueOn: first.nextDueOn, principalCents: first.principalCents });
    expect(interestDue(found, addDays(start, 10))).toBe(2_000);
  });

  test('of a line of credit to before its first draw owes nothing', () => {
    const before = lineState();
    const { loan } = lend(before, cents(50_000), day('2026-11-15'));
    const move: LoanMove = {
      countsFrom: day('2026-11-15'),
      principalCents: cents(50_000),
      interestCents: ZERO,
      lateChargesCents: ZERO,
      otherFeesCents: ZERO,
      countedCents: ZERO,
      isReversal: false,
      changes: null,
    };
    const found = rewindLoan(loan, [move], day('2026-11-10'));
    expect(found).toMatchObject({ principalCents: 0, partialPaidCents: 0 });
    expect(interestDue(found, day('2026-11-10'))).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, day } from '#common/core/dates.ts';
import { addCents, cents, type Cents, ZERO } from '#common/core/money.ts';
import { accrueThrough, interestDue } from '#common/accounts/rules/interest.ts';
import { lineState, loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { assessLateCharge, chargeOtherFee, lend, type LoanEvent } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import { applyPayment } from './payment-application.ts';
import { type PaymentOnBooks, takePaymentBack } from './payment-reversal.ts';
import { type LoanMove, rewindLoan } from './rewind-loan.ts';

interface Step {
  readonly on: Day;
  readonly loan: LoanState;
  readonly move: LoanMove;
}

const start = day('2026-11-01');

const happening = fc.record({
  days: fc.integer({ min: 0, max: 25 }),
  what: fc.constantFrom('pay', 'pay', 'pay', 'payEarlier', 'lateCharge', 'fee', 'takeBack'),
  amount: fc.integer({ min: 100, max: 120_000 }),
});

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** Everything that happens to the loan, with the loan after each. */
function play(first: LoanState, happenings: readonly Happening[]): Step[] {
  const steps: Step[] = [];
  const payments: PaymentOnBooks[] = [];
  let loan = first;
  let on = start;
  for (const { days, what, amount } of happenings) {
    on = addDays(on, days);
    const effectiveOn = what === 'payEarlier' ? addDays(on, -3) : on;
    const taken = what === 'takeBack' ? payments.pop() : undefined;
    const event = happen(loan, what, cents(amount), effectiveOn, taken);
    if (!event || event.postings.length === 0) continue;
    const countedCents = taken?.countedCents ?? event.countedCents ?? ZERO;
    if (event.countedCents !== undefined) payments.push({ effectiveOn, countedCents, postings: event.postings });
    loan = event.loan;
    steps.push({
      on,
      loan,
      move: {
        ...moveOf(event),
        countsFrom: taken?.effectiveOn ?? effectiveOn,
        countedCents,
        isReversal: taken !== undefined,
      },
    });
  }
  return steps;
}

function happen(
  loan: LoanState,
  what: Happening['what'],
  amountCents: Cents,
  effectiveOn: Day,
  taken: PaymentOnBooks | undefined,
): LoanEvent | undefined {
  if (what === 'takeBack') return taken && takePaymentBack(loan, taken, effectiveOn);
  if (what === 'lateCharge') return assessLateCharge(loan, effectiveOn, servicingRules);
  if (what === 'fee') return chargeOtherFee(loan, amountCents, effectiveOn);
  const payment = { effectiveOn, amountCents, additionalPrincipalCents: ZERO, processingFeeCents: ZERO };
  return applyPayment(loan, { ...payment, clearing: ledger.achClearing }, servicingRules);
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

describe('a loan as it stood', () => {
  test('after any of its movements is found from what it is now and what came later, to the last part of a cent', () => {
    fc.assert(
      fc.property(fc.array(happening, { minLength: 1, maxLength: 14 }), fc.nat(), (happenings, pick) => {
        const steps = play(loanState(), happenings);
        const place = pick % (steps.length || 1);
        const then = steps[place];
        const now = steps.at(-1);
        if (!then || !now) return;
        const later = steps.slice(place + 1);
        // On the same day, only what was posted later is undone; the day is that of the step itself.
        const found = rewindLoan(now.loan, later.map((step) => step.move).toReversed(), then.on);
        const expected = accrueThrough(then.loan, then.on);
        expect({ ...found, lateChargeFor: null }).toEqual({ ...expected, lateChargeFor: null });
      }),
      { numRuns: 500 },
    );
  });

  test('before anything happened is the loan it began as', () => {
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

  test('of a line of credit before its first draw owes nothing', () => {
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
    };
    const found = rewindLoan(loan, [move], day('2026-11-10'));
    expect(found).toMatchObject({ principalCents: 0, partialPaidCents: 0 });
    expect(interestDue(found, day('2026-11-10'))).toBe(0);
  });
});

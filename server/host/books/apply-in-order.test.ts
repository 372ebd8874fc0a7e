import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, day, type Day } from '#common/core/dates.ts';
import { addCents, cents, type Cents, minCents, subtractCents, ZERO } from '#common/core/money.ts';
import { loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { accrueThrough, interestDue } from '#common/accounts/rules/interest.ts';
import {
  applyInOrder,
  credited,
  type LaterPostings,
  type LiveCharge,
  type LivePayment,
  overpaidBy,
  reverseAndApplyKept,
} from './apply-in-order.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { type AppliedPayment, applyPayment, type LoanPayment } from './payment-application.ts';
import { payoffOn } from './payoff.ts';

const first = day('2026-11-10');
const last = day('2027-03-31');

function payment(effectiveOn: Day, amountCents: number): LoanPayment {
  return {
    effectiveOn,
    amountCents: cents(amountCents),
    additionalPrincipalCents: ZERO,
    processingFeeCents: ZERO,
    clearing: ledger.cash,
  };
}

function posted(transferId: number, { effectiveOn }: LoanPayment, applied: AppliedPayment): LivePayment {
  const { postings, countedCents } = applied;
  const paymentId = String(transferId);
  return {
    transferId,
    paymentId,
    firstTransferId: transferId,
    isNoRecovery: false,
    description: 'Payment',
    effectiveOn,
    countedCents,
    postings,
  };
}

function lateCharge(effectiveOn: Day): LiveCharge {
  return { transferId: 0, effectiveOn, principalCents: ZERO, lateChargesCents: cents(2_500), otherFeesCents: ZERO };
}

function charge(loan: LoanState, { effectiveOn, lateChargesCents }: LiveCharge): LoanState {
  const accrued = accrueThrough(loan, effectiveOn);
  return { ...accrued, lateChargesCents: addCents(accrued.lateChargesCents, lateChargesCents) };
}

type Event = { readonly payment: LoanPayment } | { readonly charge: LiveCharge };

/** Posts everything on its day, and returns what is on the books then. */
function live(start: LoanState, events: readonly Event[]): { readonly loan: LoanState; readonly later: LaterPostings } {
  const payments: LivePayment[] = [];
  const charges: LiveCharge[] = [];
  let loan = start;
  for (const [index, event] of events.entries()) {
    if ('charge' in event) {
      loan = charge(loan, event.charge);
      charges.push({ ...event.charge, transferId: index });
    } else {
      const applied = applyPayment(loan, event.payment, servicingRules);
      ({ loan } = applied);
      payments.push(posted(index, event.payment, applied));
    }
  }
  return { loan, later: { payments, charges } };
}

const overpaidOf = ({ payments }: LaterPostings) =>
  addCents(...payments.map(({ postings }) => credited(postings, ledger.overpayments)));

/** The figures of a loan, without the entries that led to them. */
function figures(loan: LoanState) {
  const { principalCents, lateChargesCents, otherFeesCents, accruedNumerator, accruedThrough } = accrueThrough(
    loan,
    last,
  );
  return { principalCents, lateChargesCents, otherFeesCents, accruedNumerator, accruedThrough };
}

/**
 * What later payments paid of principal stays principal, so rounding their interest again may leave a cent of each as
 * interest instead. The same is owed in all, and the fees and the day are the same.
 */
function expectSameOwed(one: LoanState, other: LoanState, paymentsAgain: number): void {
  const { principalCents, accruedNumerator: _one, ...rest } = figures(one);
  const { principalCents: otherCents, accruedNumerator: _other, ...otherRest } = figures(other);
  expect(rest).toEqual(otherRest);
  expect(Math.abs(principalCents - otherCents)).toBeLessThanOrEqual(paymentsAgain);
  expect(Math.abs(payoffOn(one, last) - payoffOn(other, last))).toBeLessThanOrEqual(1);
}

describe('a payment posted late', () => {
  test('pays the interest of its own day, and a later payment pays the rest', () => {
    const { loan, later } = live(loanState(), [{ payment: payment(addDays(first, 10), 40_000) }]);
    const {
      applied,
      again,
      loan: after,
    } = applyInOrder(loan, payment(first, 40_000), { later, keptCents: ZERO }, servicingRules);
    expect(applied.allocation).toEqual({ feesCents: 0, interestCents: 1_800, principalCents: 38_200 });
    // Ten days at $1.92 a day, instead of nineteen at $2.00.
    expect(again.map(({ postings }) => credited(postings, ledger.interestIncome))).toEqual([1_924]);
    expect(after.principalCents).toBe(1_000_000 - 38_200 - 38_076);
    expect(interestDue(after, addDays(first, 10))).toBe(0);
  });

  test('on the day of the last payment changes nothing of it', () => {
    const { loan, later } = live(loanState(), [{ payment: payment(first, 40_000) }]);
    const none = { payments: later.payments.filter(({ effectiveOn }) => effectiveOn > first), charges: [] };
    const { applied, again } = applyInOrder(
      loan,
      payment(first, 40_000),
      { later: none, keptCents: ZERO },
      servicingRules,
    );
    expect(again).toEqual([]);
    expect(applied.allocation).toEqual({ feesCents: 0, interestCents: 0, principalCents: 40_000 });
  });

  test('before a late charge does not pay it', () => {
    const { loan, later } = live(loanState(), [{ charge: lateCharge(addDays(first, 1)) }]);
    const { applied, loan: after } = applyInOrder(
      loan,
      payment(first, 40_000),
      { later, keptCents: ZERO },
      servicingRules,
    );
    expect(applied.allocation.feesCents).toBe(0);
    expect(after.lateChargesCents).toBe(2_500);
  });

  test('after a late charge pays it', () => {
    const { loan } = live(loanState(), [{ charge: lateCharge(first) }]);
    const context = { later: { payments: [], charges: [] }, keptCents: ZERO };
    expect(applyInOrder(loan, payment(first, 40_000), context, servicingRules).applied.allocation.feesCents).toBe(
      2_500,
    );
  });

  test.each([
    ['of a day before it, though posted after it', addDays(first, 5), 9, 2_000],
    ['of its own day, posted before it', addDays(first, 10), 0, 2_000],
    ['of its own day, posted after it', addDays(first, 10), 9, 0],
  ])('lets a later payment, of interest alone, pay a late charge %s', (_name, chargedOn, transferId, feesCents) => {
    const { loan, later } = live(loanState(), [{ payment: payment(addDays(first, 10), 2_000) }]);
    const [paid] = later.payments;
    if (!paid) throw new Error('The payment is missing');
    const owed = charge(loan, lateCharge(chargedOn));
    const charges = [{ ...lateCharge(chargedOn), transferId }];
    const context = { later: { payments: [{ ...paid, firstTransferId: 5 }], charges }, keptCents: ZERO };
    const { again } = applyInOrder(owed, payment(first, 100), context, servicingRules);
    expect(addCents(...again.map(({ postings }) => credited(postings, ledger.lateCharges)))).toBe(feesCents);
  });

  test('cannot be put before one of which the books have no money', () => {
    const { loan, later } = live(loanState(), [{ payment: payment(addDays(first, 10), 40_000) }]);
    const withoutMoney = {
      ...later,
      payments: later.payments.map((paid) => ({
        ...paid,
        postings: paid.postings.filter(({ ledgerCode }) => ledgerCode !== ledger.cash),
      })),
    };
    const context = { later: withoutMoney, keptCents: ZERO };
    expect(() => applyInOrder(loan, payment(first, 40_000), context, servicingRules)).toThrow(
      'Payment 0 has no line for the money.',
    );
  });

  test('before the payoff leaves the saved interest over', () => {
    const off = payoffOn(loanState(), addDays(first, 10));
    const { loan, later } = live(loanState(), [{ payment: payment(addDays(first, 10), off) }]);
    const {
      applied,
      again,
      loan: after,
    } = applyInOrder(loan, payment(first, 40_000), { later, keptCents: ZERO }, servicingRules);
    // The interest of ten days on the principal that the payment paid.
    expect(overpaidBy(applied, again)).toBe(40_000 + 76);
    expect(payoffOn(after, last)).toBe(0);
  });

  const amounts = fc.integer({ min: 100, max: 700_000 });
  const event = fc.record({
    days: fc.integer({ min: 0, max: 12 }),
    amount: amounts,
    isCharge: fc.boolean(),
  });

  test('leaves the loan as if it had been posted on its day', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 6 }), amounts, fc.nat(5), (drawn, amount, place) => {
        let on = first;
        const events = drawn.map(({ days, amount: paid, isCharge }): Event => {
          on = addDays(on, days);
          return isCharge ? { charge: lateCharge(on) } : { payment: payment(on, paid) };
        });
        const index = Math.min(place, events.length);
        const at = events.slice(0, index);
        const before = at.at(-1);
        const days =
          before === undefined ? first : 'charge' in before ? before.charge.effectiveOn : before.payment.effectiveOn;
        const late = payment(days, amount);
        const after = events.slice(index);
        const isLater = after.every((each) =>
          'charge' in each ? each.charge.effectiveOn > days : each.payment.effectiveOn > days,
        );
        fc.pre(isLater);
        const inTime = live(loanState(), [...at, { payment: late }, ...after]);
        const without = live(loanState(), events);
        const later = {
          payments: without.later.payments.filter(({ effectiveOn }) => effectiveOn > days),
          charges: without.later.charges.filter(({ effectiveOn }) => effectiveOn > days),
        };
        const keptCents = overpaidOf(without.later);
        const { applied, again, loan } = applyInOrder(without.loan, late, { later, keptCents }, servicingRules);
        expectSameOwed(loan, inTime.loan, again.length);
        expect(addCents(keptCents, overpaidBy(applied, again))).toBe(overpaidOf(inTime.later));
        for (const { postings } of [applied, ...again]) {
          expect(addCents(...postings.map(({ amountCents }) => amountCents))).toBe(0);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the second of two payoffs', () => {
  test('is applied when the first one comes back, as far as it was not paid out', () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.integer({ min: 0, max: 10 }),
        fc.nat(30),
        fc.nat(100),
        (dayOfFirst, between, until, paidOutPercent) => {
          const firstOn = addDays(first, dayOfFirst);
          const secondOn = addDays(firstOn, between);
          const returnedOn = addDays(secondOn, until);
          const one = payment(firstOn, payoffOn(loanState(), firstOn));
          // Set up on the day of the first, before it counted.
          const two = payment(secondOn, payoffOn(loanState(), secondOn));
          const { loan, later } = live(loanState(), [{ payment: one }, { payment: two }]);
          const [paid, over] = later.payments as readonly [LivePayment, LivePayment];
          const leftOver = credited(over.postings, ledger.overpayments);
          const paidOut = cents(Math.floor((leftOver * paidOutPercent) / 100));
          const keptCents: Cents = subtractCents(leftOver, paidOut);
          const reversed = reverseAndApplyKept(
            loan,
            paid,
            returnedOn,
            { since: { payments: [over], charges: [] }, keptCents },
            servicingRules,
          );
          const only = { ...two, amountCents: subtractCents(two.amountCents, paidOut) };
          const expected = applyPayment(loanState(), only, servicingRules).loan;
          expect(figures(reversed.loan)).toEqual(figures(expected));
          const still = reversed.again.map(({ postings }) => credited(postings, ledger.overpayments));
          expect(addCents(...still)).toBe(keptCents > 0 ? paidOut : 0);
          expect(minCents(payoffOn(reversed.loan, returnedOn), ZERO)).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('stays a refund if nothing is owed without the first', () => {
    const off = payment(first, payoffOn(loanState(), first));
    const more = payment(addDays(first, 1), 5_000);
    const { loan, later } = live(loanState(), [{ payment: off }, { payment: more }]);
    const [paid, over] = later.payments as readonly [LivePayment, LivePayment];
    const context = { since: { payments: [paid], charges: [] }, keptCents: ZERO };
    const { again, loan: after } = reverseAndApplyKept(loan, over, last, context, servicingRules);
    expect(again).toEqual([]);
    expect(payoffOn(after, last)).toBe(0);
  });
});

test('an overpayment whose refund check is stopped pays before what came later, and the later payment is left over', () => {
  const start = loanState();
  const off = payment(first, payoffOn(start, first));
  const more = payment(addDays(first, 1), 500_000);
  const { loan, later } = live(start, [{ payment: off }, { payment: more }]);
  const [bounced, over] = later.payments as readonly [LivePayment, LivePayment];
  const nothing: LaterPostings = { payments: [], charges: [] };
  // The refund check went out, the payoff bounced, and the customer made it good.
  const owing = reverseAndApplyKept(
    loan,
    bounced,
    addDays(first, 30),
    { since: nothing, keptCents: ZERO },
    servicingRules,
  );
  const goodOn = addDays(first, 40);
  const good = payment(goodOn, payoffOn(owing.loan, goodOn));
  const applied = applyPayment(owing.loan, good, servicingRules);
  const check = {
    effectiveOn: addDays(first, 2),
    countedCents: ZERO,
    postings: [
      { ledgerCode: ledger.overpayments, accountId: start.accountId, amountCents: cents(500_000) },
      { ledgerCode: ledger.cash, accountId: null, amountCents: cents(-500_000) },
    ],
  };
  const since = { payments: [over, posted(3, good, applied)], charges: [] };
  const kept = { since, keptCents: cents(500_000) };
  const stopped = reverseAndApplyKept(applied.loan, check, addDays(first, 50), kept, servicingRules);
  const inOrder = live(start, [{ payment: more }, { payment: good }]);
  expectSameOwed(stopped.loan, inOrder.loan, 1);
  const leftOver = addCents(...stopped.again.map(({ postings }) => credited(postings, ledger.overpayments)));
  expect(Math.abs(leftOver - overpaidOf(inOrder.later))).toBeLessThanOrEqual(1);
  // The interest of 39 days on what it paid of the principal.
  expect(leftOver).toBe(500_000 + 3_884);
});

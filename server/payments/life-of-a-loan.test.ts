import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, day, dayOfMonth, daysBetween } from '#common/core/dates.ts';
import { cents, type Cents, minCents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { isBusinessDay, paymentDayOnOrAfter } from '#common/core/business-days.ts';
import { nextRecurringDay, type Recurrence } from '#common/payments/rules/recurring-dates.ts';
import { dueDayLater } from '#common/accounts/rules/billing-schedule.ts';
import { interestDue } from '#common/accounts/rules/interest.ts';
import { amountOfRun, announcementOfRun, type MaturingLoan } from '#common/payments/rules/last-installment.ts';
import type { BillingFrequency, RecurringOption } from '#common/payments/rules/payment-types.ts';
import { levelInstallment } from '#common/accounts/rules/level-installment.ts';
import { loanFromLine, type LoanLine } from '#server/host/books/import/loan-lines.ts';
import { amountDue, dueOn, upcomingDueDays } from '#server/host/books/installments.ts';
import { ledger } from '#server/host/books/ledger-codes.ts';
import { assessLateCharge, lend } from '#server/host/books/loan-events.ts';
import type { LoanState } from '#server/host/books/loan-state.ts';
import { applyPayment } from '#server/host/books/payment-application.ts';
import { payoffOn } from '#server/host/books/payoff.ts';
import { lineState, loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { usualLine } from '#tests/builders/loan-lines.ts';

/**
 * Simulates loans with an automatic payment from its set-up: announced ten days ahead, drawn on payment days and
 * charged at the end of business days, with the portal's own rules.
 */

const calendar = { achCutoff: '17:00', extraNonPaymentDays: [day('2026-12-24'), day('2027-07-06')] };

const agreed = fc.record({
  amount: fc.integer({ min: 60_000, max: 4_000_000 }),
  rate: fc.integer({ min: 0, max: 299_900 }),
  frequency: fc.constantFrom<BillingFrequency>('Monthly', 'Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly'),
  periods: fc.integer({ min: 3, max: 30 }),
  firstDueOn: fc.integer({ min: 0, max: 364 }).map((days) => addDays(day('2026-02-01'), days)),
  firstPeriodDays: fc.integer({ min: 7, max: 40 }),
});

type Agreed = typeof agreed extends fc.Arbitrary<infer Value> ? Value : never;

function lendAsAgreed({ amount, rate, frequency, periods, firstDueOn, firstPeriodDays }: Agreed): LoanState {
  const terms = { amountCents: cents(amount), rate: ratePpm(rate), billingFrequency: frequency, periods };
  const dueDay = dayOfMonth(firstDueOn);
  const openedOn = addDays(firstDueOn, -firstPeriodDays);
  const loan = loanState({
    rate: terms.rate,
    billingFrequency: frequency,
    installmentCents: levelInstallment(terms),
    dueDay,
    nextDueOn: firstDueOn,
    maturityOn: dueDayLater({ billingFrequency: frequency, dueDay }, firstDueOn, periods - 1),
    principalCents: ZERO,
    accruedThrough: openedOn,
  });
  return lend(loan, terms.amountCents, openedOn).loan;
}

function pay(loan: LoanState, amountCents: Cents, effectiveOn: Day): LoanState {
  const payment = { effectiveOn, amountCents, additionalPrincipalCents: ZERO, processingFeeCents: ZERO };
  return applyPayment(loan, { ...payment, clearing: ledger.achClearing }, servicingRules).loan;
}

/** Pays this many installments on their due days and returns the day of the last one. */
function seasoned(loan: LoanState, installments: number): { readonly loan: LoanState; readonly on: Day } {
  let paid = loan;
  let on = addDays(loan.nextDueOn ?? loan.accruedThrough, -1);
  for (let count = 0; count < installments; count += 1) {
    const dueDay = dueOn(paid);
    if (dueDay === null || (paid.maturityOn !== null && dueDay >= paid.maturityOn)) break;
    on = dueDay;
    paid = pay(paid, minCents(paid.installmentCents, payoffOn(paid, dueDay)), dueDay);
  }
  return { loan: paid, on };
}

function imported(loan: LoanState, on: Day): LoanState {
  const line: LoanLine = {
    ...usualLine,
    original_amount: loan.principalCents,
    principal: loan.principalCents,
    billing_frequency: loan.billingFrequency,
    installment: loan.installmentCents,
    due_day: loan.dueDay,
    next_due_on: loan.nextDueOn,
    partial_paid: loan.partialPaidCents,
    interest_accrued_through: on,
    accrued_interest: interestDue(loan, on),
    late_charges: loan.lateChargesCents,
    maturity_on: loan.maturityOn,
  };
  const { accountId, kind, rate } = loan;
  return loanFromLine(line, { accountId, kind, rate }, { today: on, graceDays: servicingRules.lateCharge.graceDays });
}

const perYear = { Monthly: 12, SemiMonthly: 24, TwoWeeks: 26, Weekly: 52 } as const;
const runsPerYear = { DayOfMonth: 12, SemiMonthly: 24, BiWeekly: 26, Weekly: 52 } as const;
const periodDays = { DayOfMonth: 28, SemiMonthly: 14, BiWeekly: 14, Weekly: 7 } as const;

interface Plan {
  readonly recurrence: Recurrence;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
}

/** Spreads the installment over the recurrence; the first payment falls within one period. */
function planOf(loan: LoanState, option: RecurringOption, from: Day, days: number): Plan {
  const additionalPrincipalCents = ZERO;
  if (option === 'DaysBeforeDue') {
    const recurrence = { option, daysBeforeDue: days % 6, firstOn: from };
    return { recurrence, amountCents: loan.installmentCents, additionalPrincipalCents };
  }
  const firstOn = addDays(from, 1 + (days % periodDays[option]));
  const spread = (loan.installmentCents * perYear[loan.billingFrequency]) / runsPerYear[option];
  return {
    recurrence: { option, daysBeforeDue: 0, firstOn },
    amountCents: cents(Math.ceil(spread)),
    additionalPrincipalCents,
  };
}

interface Drawn {
  readonly on: Day;
  readonly amountCents: Cents;
}

interface Life {
  readonly loan: LoanState;
  readonly drawn: readonly Drawn[];
  readonly announced: readonly (Drawn & { readonly announcedOn: Day })[];
  readonly paidOffOn: Day | null;
}

function seenOn(loan: LoanState, on: Day): MaturingLoan {
  return { ...loan, dueOn: dueOn(loan), payoffCents: payoffOn(loan, on) };
}

function live(start: LoanState, plan: Plan, from: Day, weekends: boolean): Life {
  const drawn: Drawn[] = [];
  const announced: (Drawn & { announcedOn: Day })[] = [];
  const until = addDays(start.maturityOn ?? from, 60);
  const nextAfter = (after: Day) =>
    nextRecurringDay(plan.recurrence, after, upcomingDueDays(loan, addDays(after, 1))) ?? addDays(after, 30);
  let loan = start;
  let nextOn = nextAfter(from);
  let lookedAt: Drawn = { on: from, amountCents: ZERO };
  for (let today = from; today <= until; today = addDays(today, 1)) {
    const runOn = paymentDayOnOrAfter(nextOn, calendar, weekends);
    if (lookedAt.on !== runOn && runOn <= addDays(today, 10)) {
      const seen = seenOn(loan, runOn);
      const tells = announcementOfRun(seen, plan, nextOn) === 'rest';
      lookedAt = { on: runOn, amountCents: tells ? seen.payoffCents : ZERO };
      const followingOn = nextAfter(nextOn);
      if (tells) announced.push({ ...lookedAt, announcedOn: today });
      else if (paymentDayOnOrAfter(followingOn, calendar, weekends) <= addDays(runOn, 10)) {
        const on = paymentDayOnOrAfter(followingOn, calendar, weekends);
        const then = seenOn(pay(loan, minCents(plan.amountCents, seen.payoffCents), runOn), on);
        if (announcementOfRun(then, plan, followingOn) === 'rest') {
          announced.push({ on, amountCents: then.payoffCents, announcedOn: today });
        }
      }
    }
    if (runOn === today) {
      const seen = seenOn(loan, today);
      const paysFor = addDays(nextOn, plan.recurrence.daysBeforeDue);
      const isPaid = plan.recurrence.option === 'DaysBeforeDue' && (seen.dueOn === null || seen.dueOn > paysFor);
      const told = lookedAt.on === today && lookedAt.amountCents > 0 ? lookedAt.amountCents : null;
      const amountCents = isPaid ? ZERO : amountOfRun(seen, plan, nextOn, told);
      if (amountCents > 0) {
        loan = pay(loan, amountCents, today);
        drawn.push({ on: today, amountCents });
      }
      if (payoffOn(loan, today) === 0) return { loan, drawn, announced, paidOffOn: today };
      nextOn = nextAfter(nextOn);
    }
    if (!isBusinessDay(today, calendar)) continue;
    const comesSoon = nextOn <= addDays(today, 14);
    const coming = { excepted: false, expectedCents: comesSoon ? plan.amountCents : ZERO };
    loan = assessLateCharge(loan, today, servicingRules, coming)?.loan ?? loan;
  }
  return { loan, drawn, announced, paidOffOn: null };
}

const options = fc.constantFrom<RecurringOption>('DaysBeforeDue', 'DayOfMonth', 'SemiMonthly', 'BiWeekly', 'Weekly');

/**
 * Returns false when payments come less often than bills: some bills would stay unpaid, and the option is not offered.
 */
function keepsUp(option: RecurringOption, frequency: BillingFrequency): boolean {
  return option === 'DaysBeforeDue' || runsPerYear[option] >= perYear[frequency];
}

describe('a loan with an automatic payment that never fails', () => {
  test('is never charged a late fee, ends on its agreed day, and draws what was announced', () => {
    fc.assert(
      fc.property(
        agreed,
        options,
        fc.nat(27),
        fc.nat(29),
        fc.boolean(),
        fc.boolean(),
        (terms, option, days, age, isImported, weekends) => {
          fc.pre(keepsUp(option, terms.frequency));
          const lent = lendAsAgreed(terms);
          // Set up on a due day that is already paid: a new payment cannot cover a bill due tomorrow.
          const paid = Math.max(1, Math.min(age, terms.periods - 2));
          const { loan, on } = seasoned(lent, paid);
          fc.pre(payoffOn(loan, on) > 0);
          const start = isImported ? imported(loan, on) : loan;
          const plan = planOf(start, option, on, days);
          const life = live(start, plan, on, weekends);
          expect(life.loan.lateChargeFor).toBe(start.lateChargeFor);
          expect(life.loan.lateChargesCents).toBe(0);

          const end = start.maturityOn ?? on;
          expect(life.paidOffOn).not.toBeNull();
          const latest = option === 'DaysBeforeDue' ? paymentDayOnOrAfter(end, calendar, weekends) : addDays(end, 18);
          expect((life.paidOffOn ?? end) <= latest).toBe(true);

          for (const { on: drawnOn, amountCents } of life.drawn) {
            if (amountCents === plan.amountCents) continue;
            const told = life.announced.find((announcement) => announcement.on === drawnOn);
            expect(told).toMatchObject({ amountCents });
            const isWeekly = option === 'Weekly' || terms.frequency === 'Weekly';
            const ahead = Math.min(isWeekly ? 7 : 10, daysBetween(on, drawnOn));
            expect(daysBetween(told?.announcedOn ?? drawnOn, drawnOn)).toBeGreaterThanOrEqual(ahead);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('a loan that is never paid', () => {
  test('is charged once per installment, and never after maturity', () => {
    fc.assert(
      fc.property(agreed, fc.nat(29), fc.boolean(), (terms, age, isImported) => {
        const { loan, on } = seasoned(lendAsAgreed(terms), Math.min(age, terms.periods - 2));
        fc.pre(payoffOn(loan, on) > 0);
        const late = addDays(on, 45);
        const start = isImported ? imported(loan, late) : loan;
        const charged: { readonly on: Day; readonly installmentOn: Day | null }[] = [];
        let now = start;
        for (let today = isImported ? late : on; today <= addDays(terms.firstDueOn, 1_200); today = addDays(today, 1)) {
          for (let event = assessLateCharge(now, today, servicingRules); event;) {
            now = event.loan;
            charged.push({ on: today, installmentOn: now.lateChargeFor });
            event = assessLateCharge(now, today, servicingRules);
          }
        }
        const end = start.maturityOn ?? on;
        expect(new Set(charged.map(({ installmentOn }) => installmentOn)).size).toBe(charged.length);
        for (const { on: chargedOn, installmentOn } of charged) {
          expect(chargedOn <= end).toBe(true);
          expect(daysBetween(installmentOn ?? end, chargedOn)).toBe(11);
        }
        expect(now.lateChargesCents).toBe(charged.length * 2_500);
      }),
      { numRuns: 60 },
    );
  });
});

const drawing = fc.record({ days: fc.integer({ min: 1, max: 90 }), share: fc.integer({ min: 1, max: 100 }) });
const chapter = fc.oneof(
  drawing.map((draw) => ({ ...draw, what: 'draw' as const })),
  fc.record({ days: fc.integer({ min: 1, max: 90 }), what: fc.constant('payoff' as const), share: fc.constant(0) }),
);

describe('a line of credit paid by drawing the total due', () => {
  test('is never charged through draws, payoffs and new draws, and owes nothing once paid off', () => {
    fc.assert(
      fc.property(
        fc.array(chapter, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 28 }),
        (chapters, dueDay) => {
          let line = lineState({ dueDay, accruedThrough: day('2026-01-05') });
          let today = day('2026-01-05');
          const step = (until: Day) => {
            for (; today < until; today = addDays(today, 1)) {
              const due = dueOn(line);
              if (due !== null && paymentDayOnOrAfter(due, calendar, false) === today) {
                line = pay(line, minCents(amountDue(line, today), payoffOn(line, today)), today);
              }
              if (isBusinessDay(today, calendar)) line = assessLateCharge(line, today, servicingRules)?.loan ?? line;
            }
          };
          const leftAfterPayoffs: unknown[] = [];
          const daysToPay: number[] = [];
          for (const { what, days, share } of chapters) {
            step(addDays(today, days));
            if (what === 'payoff') {
              line = pay(line, payoffOn(line, today), today);
              leftAfterPayoffs.push([payoffOn(line, today), dueOn(line), amountDue(line, today)]);
              continue;
            }
            const owedNothing = payoffOn(line, today) === 0;
            const room = line.creditLimitCents - line.principalCents;
            const drawn = cents(Math.floor((room * share) / 100));
            if (drawn <= 0) continue;
            line = lend(line, drawn, today).loan;
            // 12 CFR 1026.5(b)(2): at least 21 days to pay, whatever was billed before the payoff.
            if (owedNothing) daysToPay.push(daysBetween(today, dueOn(line) ?? today));
          }
          step(addDays(today, 120));
          expect(leftAfterPayoffs).toEqual(leftAfterPayoffs.map(() => [0, null, 0]));
          expect(daysToPay.filter((days) => days < 21)).toEqual([]);
          expect(line.lateChargesCents).toBe(0);
          expect(line.principalCents).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});

import { addDays, type Day } from '#common/core/dates.ts';
import { type Cents, minCents, ZERO } from '#common/core/money.ts';
import { dueDayAfter, dueDayLater } from '#common/accounts/rules/billing-schedule.ts';
import { amountDue } from '#server/host/books/installments.ts';
import { OPENING_BALANCE } from '#server/host/books/opening-balance.ts';
import { payoffOn } from '#server/host/books/payoff.ts';
import { ledger } from '#server/host/books/ledger-codes.ts';
import { assessLateCharge, chargeOtherFee, LATE_CHARGE, lend, type LoanEvent } from '#server/host/books/loan-events.ts';
import type { LoanState } from '#server/host/books/loan-state.ts';
import { applyPayment } from '#server/host/books/payment-application.ts';
import { paymentDescription } from '#server/host/books/post-payment.ts';
import { credit, debit, type NewTransfer } from '#server/host/books/transfer.ts';
import type { LinePlan, LoanPlan, PlannedPayment } from './account-plan.ts';
import { type HistoryContext, seedOf, toTransfer } from './history-context.ts';
import { levelInstallment } from '#common/accounts/rules/level-installment.ts';
import { seededRandom } from './seeded-random.ts';

export interface SimulatedLoan {
  readonly loan: LoanState;
  readonly transfers: readonly NewTransfer[];
}

interface PlannedEvent {
  readonly on: Day;
  readonly minute: number;
  readonly description: string;
  /** Returns undefined if the loan gives no reason for the event. */
  happen(loan: LoanState): LoanEvent | undefined;
}

/** Runs the engine from the opening day to the day before today. */
export function simulateLoan(plan: LoanPlan | LinePlan, accountId: number, context: HistoryContext): SimulatedLoan {
  const events = [...beginnings(plan), ...draws(plan), ...fees(plan), ...installmentEvents(plan, context)]
    .filter((event) => event.on < context.today)
    .toSorted((one, other) => (one.on === other.on ? one.minute - other.minute : one.on < other.on ? -1 : 1));
  let loan = agreedLoan(plan, accountId);
  const transfers: NewTransfer[] = [];
  for (const event of events) {
    const happened = event.happen(loan);
    if (!happened) continue;
    loan = happened.loan;
    transfers.push(toTransfer({ ...event, ...happened }, context.timeZone));
  }
  return { loan, transfers };
}

function agreedLoan(plan: LoanPlan | LinePlan, accountId: number): LoanState {
  const isLoan = plan.kind === 'loan';
  return {
    accountId,
    kind: plan.kind,
    rate: plan.rate,
    billingFrequency: plan.billingFrequency,
    installmentCents: isLoan ? levelInstallment(plan) : plan.minimumPaymentCents,
    dueDay: plan.dueDay,
    formerSchedules: [],
    formerTerms: [],
    maturityOn: isLoan ? dueDayLater(plan, plan.firstDueOn, plan.periods - 1) : null,
    creditLimitCents: isLoan ? ZERO : plan.limitCents,
    nextDueOn: isLoan ? firstOnBooks(plan) : null,
    partialPaidCents: ZERO,
    principalCents: ZERO,
    lateChargesCents: ZERO,
    otherFeesCents: ZERO,
    accruedThrough: plan.takenOver?.on ?? plan.openedOn,
    accruedNumerator: 0n,
    lateChargeFor: null,
    chargedOffOn: null,
    loanType: isLoan ? loanTypeOf(plan.description) : 'LOC',
  };
}

function firstOnBooks(plan: LoanPlan | LinePlan): Day {
  return plan.takenOver ? dueDayAfter(plan, plan.takenOver.on) : plan.firstDueOn;
}

function beginnings(plan: LoanPlan | LinePlan): PlannedEvent[] {
  const { takenOver } = plan;
  if (takenOver) {
    const happen = (loan: LoanState) => takeOver(loan, takenOver.principalCents);
    return [{ on: takenOver.on, minute: 8 * 60, description: OPENING_BALANCE, happen }];
  }
  if (plan.kind === 'lineOfCredit') return [];
  const happen = (loan: LoanState) => lend(loan, plan.amountCents, plan.openedOn);
  return [{ on: plan.openedOn, minute: 9 * 60, description: 'Loan disbursed', happen }];
}

/** Brings the balance of a converted loan onto the books; undefined if it is zero. */
function takeOver(loan: LoanState, principalCents: Cents): LoanEvent | undefined {
  if (principalCents === 0) return undefined;
  return {
    loan: { ...loan, principalCents, nextDueOn: loan.nextDueOn ?? dueDayAfter(loan, loan.accruedThrough) },
    postings: [
      debit(ledger.loanPrincipal, loan.accountId, principalCents),
      credit(ledger.openingBalances, null, principalCents),
    ],
  };
}

function draws(plan: LoanPlan | LinePlan): PlannedEvent[] {
  if (plan.kind === 'loan') return [];
  return plan.draws.map(({ on, amountCents }) => ({
    on,
    minute: 9 * 60,
    description: 'Advance',
    happen: (loan) => lend(loan, amountCents, on),
  }));
}

function fees(plan: LoanPlan | LinePlan): PlannedEvent[] {
  return (plan.otherFees ?? []).map(({ on, amountCents, description }) => ({
    on,
    minute: 9 * 60 + 30,
    description,
    happen: (loan) => chargeOtherFee(loan, amountCents, on),
  }));
}

/** For every installment due before today: the customer's payment and the end of the grace period. */
function installmentEvents(plan: LoanPlan | LinePlan, context: HistoryContext): PlannedEvent[] {
  const random = seededRandom(seedOf(plan.number));
  const events: PlannedEvent[] = [];
  for (let dueOn = firstOnBooks(plan), index = 0; dueOn < context.today; dueOn = dueDayAfter(plan, dueOn), index += 1) {
    const payment = plan.pay({ dueOn, index });
    if (payment) events.push(paymentEvent(payment, random.between(10 * 60, 21 * 60), context));
    const graceOverOn = addDays(dueOn, context.rules.lateCharge.graceDays + 1);
    events.push({
      on: graceOverOn,
      minute: 23 * 60,
      description: LATE_CHARGE,
      happen: (loan) => assessLateCharge(loan, graceOverOn, context.rules),
    });
  }
  return events;
}

function paymentEvent(payment: PlannedPayment, minute: number, context: HistoryContext): PlannedEvent {
  const { on, by } = payment;
  return {
    on,
    minute,
    description: by === 'Branch' ? 'Payment, Branch' : paymentDescription[by],
    happen(loan) {
      const payoff = payoffOn(loan, on);
      const amountCents = minCents(payoff, plannedAmount(payment, loan));
      if (amountCents === 0) return undefined;
      return applyPayment(
        loan,
        {
          effectiveOn: on,
          amountCents,
          additionalPrincipalCents: payment.additionalPrincipalCents ?? ZERO,
          processingFeeCents: ZERO,
          // In the past, so already settled.
          clearing: ledger.cash,
        },
        context.rules,
      );
    },
  };
}

function plannedAmount({ amount, on }: PlannedPayment, loan: LoanState): Cents {
  if (amount === 'payoff') return payoffOn(loan, on);
  if (amount === 'amountDue') return amountDue(loan, on);
  return amount === 'installment' ? loan.installmentCents : amount;
}

/** Of those that the demonstration reports to credit bureaus; others have no type. */
function loanTypeOf(description: string): string {
  if (/^auto/i.test(description)) return 'AUTO';
  if (/^home/i.test(description)) return 'HOME';
  return /^personal/i.test(description) ? 'PERSONAL' : '';
}

import { addDays, type Day, laterDay } from '../../core/dates.ts';
import { addCents, type Cents, subtractCents, ZERO } from '../../core/money.ts';
import {
  hasPaused,
  livePayments,
  type PlannedPayment,
  type PlannedPayments,
} from '#common/payments/rules/planned-payments.ts';
import { type AccountSummary, hasOpenHoldCode, isClosed, isPayable } from './account.ts';

export type DueAccount = AccountSummary & { readonly dueOn: Day };

export function findNextPayment(accounts: readonly AccountSummary[]): DueAccount | undefined {
  return accounts
    .filter(isDue)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : b.amountDueCents - a.amountDueCents))
    .at(0);
}

/** Several payments that are due within {@link DAYS_AHEAD} days. */
export interface DueSoon {
  readonly count: number;
  readonly totalCents: Cents;
  readonly lastOn: Day;
}

/** Returns undefined unless more than one payment is due soon; overdue ones count. */
export function findDueSoon(accounts: readonly AccountSummary[], today: Day): DueSoon | undefined {
  const until = addDays(today, DAYS_AHEAD);
  const due = accounts.filter(isDue).filter(({ dueOn }) => dueOn <= until);
  if (due.length < 2) return undefined;
  return {
    count: due.length,
    totalCents: addCents(...due.map(({ amountDueCents }) => amountDueCents)),
    lastOn: due.reduce((last, { dueOn }) => laterDay(last, dueOn), today),
  };
}

function isDue(account: AccountSummary): account is DueAccount {
  return (
    isPayable(account) &&
    !isClosed(account) &&
    hasOpenHoldCode(account.comment) &&
    account.dueOn !== null &&
    account.amountDueCents > 0
  );
}

/** Decides what the dashboard proposes for the payment that is due first, so that it is not made twice. */
export type NextPaymentState = 'pastDue' | 'autopay' | 'scheduled' | 'paused' | 'nothingPlanned';

export function nextPaymentState(
  { pastDue }: Pick<AccountSummary, 'pastDue'>,
  planned: PlannedPayments,
): NextPaymentState {
  if (pastDue) return 'pastDue';
  const { autopay, scheduled } = livePayments(planned);
  if (autopay.length > 0) return 'autopay';
  if (scheduled.length > 0) return 'scheduled';
  return hasPaused(planned) ? 'paused' : 'nothingPlanned';
}

/** A day on which something is due or paid; `paused` stands for all payments of a loan that its hold code stops. */
export interface ComingUp {
  readonly account: AccountSummary;
  readonly kind: 'due' | 'autopay' | 'scheduled' | 'paused';
  readonly on: Day;
  /** Null for the total due on that day. */
  readonly cents: Cents | null;
}

/** How far ahead the dashboard looks. */
const DAYS_AHEAD = 30;

/**
 * Returns what is due and what is set up to be paid from today on, by day. An amount due that autopay or scheduled
 * payments cover is left out, because it would look like another payment.
 */
export function comingUp(
  accounts: readonly AccountSummary[],
  plannedOf: (account: AccountSummary) => PlannedPayments,
  today: Day,
): ComingUp[] {
  const last = addDays(today, DAYS_AHEAD);
  return accounts
    .flatMap((account) => {
      const planned = plannedOf(account);
      const { autopay, scheduled } = livePayments(planned);
      const rowOf = (kind: ComingUp['kind'], { on, cents }: Pick<PlannedPayment, 'on' | 'cents'>): ComingUp => ({
        account,
        kind,
        on,
        cents,
      });
      return [
        // None of their days can be promised.
        ...(hasPaused(planned) ? [rowOf('paused', { on: today, cents: null })] : []),
        ...autopay.map((payment) => rowOf('autopay', payment)),
        ...scheduled.map((payment) => rowOf('scheduled', payment)),
        ...(isDue(account) && autopay.length === 0 && !covers(scheduled, account)
          ? [rowOf('due', { on: account.dueOn, cents: account.amountDueCents })]
          : []),
      ];
    })
    .filter(({ on }) => on >= today && on <= last)
    .toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
}

function covers(scheduled: readonly PlannedPayment[], { dueOn, amountDueCents }: DueAccount): boolean {
  const inTime = scheduled.filter(({ on }) => on <= dueOn);
  return addCents(...inTime.map(({ cents }) => cents ?? ZERO)) >= amountDueCents;
}

/** How much of a loan is paid off. */
export interface LoanProgress {
  readonly paidCents: Cents;
  readonly originalCents: Cents;
  /** From 0 to 1. */
  readonly share: number;
}

/** Returns undefined if the original amount is unknown; a balance above it counts as nothing paid. */
export function findLoanProgress(
  account: Pick<AccountSummary, 'balanceCents' | 'originalAmountCents'>,
): LoanProgress | undefined {
  const originalCents = account.originalAmountCents;
  if (originalCents === null || originalCents <= 0) return undefined;
  const difference = subtractCents(originalCents, account.balanceCents);
  const paidCents = difference > 0 ? difference : ZERO;
  return { paidCents, originalCents, share: Math.min(1, paidCents / originalCents) };
}

import type { Day } from '../../core/dates.ts';
import type { Cents } from '../../core/money.ts';
import type { PaymentType, RecurringPayment, ScheduledPayment } from './payment-types.ts';

/** A payment that is set up and will be made without another word of the customer. */
export interface PlannedPayment {
  readonly on: Day;
  readonly type: PaymentType;
  readonly lastFour: string;
  /** The card's last valid day; null for a bank account or if unknown. */
  readonly goodThrough: Day | null;
  /** With fees; null for the total due on that day. */
  readonly cents: Cents | null;
  /** A hold code of the loan keeps it from being made. */
  readonly paused: boolean;
}

/** A loan's scheduled and recurring payments. */
export interface PlannedPayments {
  /** The payments of a recurring one that are known, soonest first; empty without one. */
  readonly autopay: readonly PlannedPayment[];
  /** Soonest first. */
  readonly scheduled: readonly PlannedPayment[];
}

export const nothingPlanned: PlannedPayments = { autopay: [], scheduled: [] };

export function plannedPayments(
  recurring: RecurringPayment | null,
  scheduled: readonly ScheduledPayment[],
): PlannedPayments {
  return {
    autopay: recurring
      ? [
          {
            on: recurring.nextOn,
            type: recurring.type,
            lastFour: recurring.lastFour,
            goodThrough: recurring.goodThrough,
            cents: recurring.paysTotalDue ? null : recurring.totalCents,
            paused: recurring.paused,
          },
        ]
      : [],
    scheduled: scheduled
      .filter(({ posted }) => !posted)
      .map(({ payOn, type, lastFour, goodThrough, totalCents, paused }) => ({
        on: payOn,
        type,
        lastFour,
        goodThrough,
        cents: totalCents,
        paused,
      }))
      .toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0)),
  };
}

/** The payments that will be made, without those that a hold code keeps back. */
export function livePayments({ autopay, scheduled }: PlannedPayments): PlannedPayments {
  return { autopay: autopay.filter(({ paused }) => !paused), scheduled: scheduled.filter(({ paused }) => !paused) };
}

export function hasPaused({ autopay, scheduled }: PlannedPayments): boolean {
  return [...autopay, ...scheduled].some(({ paused }) => paused);
}

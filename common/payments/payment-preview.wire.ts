import { dollarsToCents } from '../contract/wire-values.ts';
import { type Day, day } from '../core/dates.ts';
import { addCents, type Cents, toWireAmount } from '../core/money.ts';
import type { PaymentPreview, ProjectedOutcome, scheduleEffects } from './payment-preview.api.ts';
import type { PaymentAmounts } from './rules/breakdown.ts';
import type { Allocation } from './rules/payment-types.ts';

export type ScheduleEffect = (typeof scheduleEffects)[number];

/** Where a payment would go, by the books on its day. */
export interface PaymentOutcome extends Allocation {
  readonly balanceAfterCents: Cents;
  readonly nextDueOn: Day | null;
  readonly paysOff: boolean;
}

/** The server's preview of a payment: amount and day, allocation, and until when it can be stopped. */
export interface PreviewedPayment extends PaymentAmounts {
  /** Pays the line of credit's total due at the time of payment; the amounts are zero. */
  readonly paysTotalDue: boolean;
  readonly drawnOn: Day;
  /** When the customer's bank takes a draft; null for a card. */
  readonly bankTakesOn: Day | null;
  /** Null while the amount isn't known. */
  readonly outcome: PaymentOutcome | null;
  readonly effects: readonly ScheduleEffect[];
  /** Last day it can be deleted; null for an immediate payment. */
  readonly stoppableThrough: Day | null;
}

/** A preview to submit. */
export interface SealedPreview {
  readonly promise: PreviewedPayment;
  /** Goes back with the submission. */
  readonly token: string;
  readonly validUntilMs: number;
}

export function previewFromWire(preview: PaymentPreview): SealedPreview {
  return {
    promise: {
      amountCents: dollarsToCents(preview.PaymentAmount),
      additionalPrincipalCents: dollarsToCents(preview.AdditionalPrincipalAmount),
      feeCents: addCents(dollarsToCents(preview.FirstPartyFee), dollarsToCents(preview.ThirdPartyFee)),
      paysTotalDue: preview.PaysTotalDue,
      drawnOn: day(preview.DrawnOn),
      bankTakesOn: preview.BankTakesOn === null ? null : day(preview.BankTakesOn),
      outcome: preview.Outcome && outcomeFromWire(preview.Outcome),
      effects: preview.Effects,
      stoppableThrough: preview.StoppableThrough === null ? null : day(preview.StoppableThrough),
    },
    token: preview.Preview,
    validUntilMs: Date.parse(preview.ValidUntil),
  };
}

export function outcomeToWire(outcome: PaymentOutcome): ProjectedOutcome {
  return {
    FeesPaid: toWireAmount(outcome.feesCents),
    InterestPaid: toWireAmount(outcome.interestCents),
    PrincipalPaid: toWireAmount(outcome.principalCents),
    BalanceAfter: toWireAmount(outcome.balanceAfterCents),
    NextDueDateAfter: outcome.nextDueOn,
    PaysOff: outcome.paysOff,
  };
}

/** The inverse of {@link outcomeToWire}. */
export function outcomeFromWire(outcome: ProjectedOutcome): PaymentOutcome {
  return {
    feesCents: dollarsToCents(outcome.FeesPaid),
    interestCents: dollarsToCents(outcome.InterestPaid),
    principalCents: dollarsToCents(outcome.PrincipalPaid),
    balanceAfterCents: dollarsToCents(outcome.BalanceAfter),
    nextDueOn: outcome.NextDueDateAfter === null ? null : day(outcome.NextDueDateAfter),
    paysOff: outcome.PaysOff,
  };
}

import { dollarsToCents } from '../contract/wire-values.ts';
import { type Day, day } from '../core/dates.ts';
import type { Cents } from '../core/money.ts';
import { latenessFromWire } from './lateness.wire.ts';
import { outcomeFromWire, type PaymentOutcome } from './payment-preview.wire.ts';
import type { Lateness } from './rules/payment-days.ts';
import type { SchedulePreview } from './schedule-preview.api.ts';

/** The next payment with a change, beside the next one without it. */
export interface ChangeComparison {
  readonly paysTotalDue: boolean;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly lateness: Lateness;
}

export interface ComparedRun {
  readonly drawnOn: Day;
  /** Null when nothing will be due on that day. */
  readonly amounts: ComparedAmounts | null;
  readonly outcome: PaymentOutcome | null;
  readonly lastInstallment: SchedulePreview['After']['LastInstallment'];
}

interface ComparedAmounts {
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly feeCents: Cents;
  readonly totalCents: Cents;
}

export function changeFromWire({ PaysTotalDue, Before, After, Late }: SchedulePreview): ChangeComparison {
  return {
    paysTotalDue: PaysTotalDue,
    before: runFromWire(Before),
    after: runFromWire(After),
    lateness: latenessFromWire(Late),
  };
}

function runFromWire({ DrawnOn, Amounts, Outcome, LastInstallment }: SchedulePreview['After']): ComparedRun {
  return {
    drawnOn: day(DrawnOn),
    amounts: Amounts && {
      amountCents: dollarsToCents(Amounts.PaymentAmount),
      additionalPrincipalCents: dollarsToCents(Amounts.AdditionalPrincipalAmount),
      feeCents: dollarsToCents(Amounts.FeeAmount),
      totalCents: dollarsToCents(Amounts.TotalAmount),
    },
    outcome: Outcome && outcomeFromWire(Outcome),
    lastInstallment: LastInstallment,
  };
}

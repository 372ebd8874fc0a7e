import { addBusinessDays, type NonPaymentCalendar, nextBusinessDay } from '../../core/business-days.ts';
import type { Day } from '../../core/dates.ts';

/** Why drafts of a bank file are given back: they were a mistake, or the bank drew them twice. */
export const fileReversalKinds = ['inError', 'twice'] as const;

export type FileReversalKind = (typeof fileReversalKinds)[number];

/** A reversal must reach the customers' banks within these banking days after the drafts settled (Nacha, article 2). */
const REVERSIBLE_DAYS = 5;

export interface ReversalDays {
  /** When the drafts are given back. */
  readonly effectiveOn: Day;
  /** The last day on which they could be. */
  readonly deadline: Day;
  readonly obstacle: 'NotSettledYet' | 'TooLate' | null;
}

export function reversalDays(settledOn: Day, today: Day, calendar: NonPaymentCalendar): ReversalDays {
  const effectiveOn = nextBusinessDay(today, calendar);
  const deadline = addBusinessDays(settledOn, REVERSIBLE_DAYS, calendar);
  const obstacle = today < settledOn ? 'NotSettledYet' : effectiveOn > deadline ? 'TooLate' : null;
  return { effectiveOn, deadline, obstacle };
}

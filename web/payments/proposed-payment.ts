import type { Day } from '#common/core/dates.ts';
import type { Frequency } from '#common/payments/rules/payment-types.ts';

/** The proposal of a screen that leads here; each step shows it until the customer chooses something else. */
export interface ProposedPayment {
  readonly frequency?: Frequency;
  /** Additional principal as it would be typed. */
  readonly additional?: string;
  /** Pay off the full amount on this day; `today` without a date. */
  readonly payoff?: 'today' | Day;
}

import type { Cents } from '#common/core/money.ts';

export interface DayComparison {
  /** Received from cards and from drafts since the last day, net of returns. */
  readonly cards: { readonly booksCents: Cents; readonly processorCents: Cents };
  readonly drafts: { readonly booksCents: Cents; readonly entriesCents: Cents };
  /** Sent to customers with the day's bank file, net of returns. Missing in days closed before files had credits. */
  readonly credits?: { readonly booksCents: Cents; readonly entriesCents: Cents };
  /** Payments with an unknown outcome; the next day compares them. */
  readonly unsettled: number;
  /** One sentence per difference, without card or account numbers. */
  readonly differences: readonly string[];
}

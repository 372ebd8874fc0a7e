import type { Cents } from '#common/core/money.ts';

/** What the comparison of a business day found. */
export interface DayComparison {
  /** What the books took in from cards and from drafts since the day before, returns taken off. */
  readonly cards: { readonly booksCents: Cents; readonly processorCents: Cents };
  readonly drafts: { readonly booksCents: Cents; readonly entriesCents: Cents };
  /** Payments whose outcome is not known yet: the next day compares them. */
  readonly unsettled: number;
  /** Everything that does not agree, each in its own words; no numbers of cards or accounts. */
  readonly differences: readonly string[];
}

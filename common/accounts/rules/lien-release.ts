import { addDays, type Day, laterDay } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';

/** Why the release of a lien can't be recorded. */
export const lienObstacles = [
  /** The institution names no collateral for loans of this type. */
  'NotSecured',
  'ReleasedAlready',
  'StillOwed',
  /** In dispute, or locked for payoff. */
  'PayoffHeld',
  /** A bank or card can still take a payment back. */
  'MayComeBack',
] as const;

export type LienObstacle = (typeof lienObstacles)[number];

export interface LienRelease {
  readonly releasedOn: Day;
  /** The document, such as the number of the release or of the title. */
  readonly reference: string;
}

export interface LienState {
  /** As in the import; the institution says which types are secured. */
  readonly loanType: string;
  readonly owedCents: Cents;
  /** The day of the newest payment; null if none is known. */
  readonly lastPaidOn: Day | null;
  /**
   * The newest day of a payment that can come back, such as by card or from a bank account; null if none can. Any of
   * before our books can; if its day isn't known, it counts as of the day they began.
   */
  readonly lastReversibleOn: Day | null;
  readonly isHeld: boolean;
  readonly released: LienRelease | null;
}

export interface LienRules {
  readonly securedTypes: readonly string[];
  /** After a payment that can come back. */
  readonly waitingDays: number;
}

/** Returns the first day on which no payment is expected to come back anymore. */
export function releasableOn({ lastPaidOn, lastReversibleOn }: LienState, { waitingDays }: LienRules): Day | null {
  if (lastReversibleOn === null) return lastPaidOn;
  const waited = addDays(lastReversibleOn, waitingDays);
  return lastPaidOn === null ? waited : laterDay(waited, lastPaidOn);
}

/** Returns why the release can't be recorded on a day; undefined if it can. */
export function whyLienStays(state: LienState, rules: LienRules, today: Day): LienObstacle | undefined {
  if (!rules.securedTypes.includes(state.loanType)) return 'NotSecured';
  if (state.released !== null) return 'ReleasedAlready';
  if (state.owedCents > 0) return 'StillOwed';
  if (state.isHeld) return 'PayoffHeld';
  const from = releasableOn(state, rules);
  return from !== null && from > today ? 'MayComeBack' : undefined;
}

const PREFIX = 'lien-';

/** Returns the id of a recorded or withdrawn release in the books. */
export function paymentIdOfLien(changeId: string): string {
  return `${PREFIX}${changeId}`;
}

export function isLienChange(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}

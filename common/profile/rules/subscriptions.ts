/** A phone's consent to texts from one brand. */
export interface Subscription {
  readonly brandingId: string;
  readonly brandingName: string;
  readonly marketing: boolean;
  readonly account: boolean;
}

export type SubscriptionFlag = 'marketing' | 'account';

/** Null leaves a flag unchanged (M 3). */
export interface WantedChange {
  readonly brandingId: string;
  readonly marketing: boolean | null;
  readonly account: boolean | null;
}

/** Only changed brands, and only their changed flags. */
export function changesBetween(loaded: readonly Subscription[], wanted: readonly Subscription[]): WantedChange[] {
  return wanted.flatMap((option) => {
    const before = loaded.find(({ brandingId }) => brandingId === option.brandingId);
    const change = {
      brandingId: option.brandingId,
      marketing: before?.marketing === option.marketing ? null : option.marketing,
      account: before?.account === option.account ? null : option.account,
    };
    return change.marketing === null && change.account === null ? [] : [change];
  });
}

/** False for a flag that failed to change. */
export type ChangeOutcome = Readonly<{ brandingId: string }> & Readonly<Record<SubscriptionFlag, boolean | null>>;

/** Reverts the flags the server failed to change (M 4). */
export function revertFailed(
  loaded: readonly Subscription[],
  wanted: readonly Subscription[],
  outcomes: readonly ChangeOutcome[],
): Subscription[] {
  return wanted.map((option) => {
    const before = loaded.find(({ brandingId }) => brandingId === option.brandingId);
    const outcome = outcomes.find(({ brandingId }) => brandingId === option.brandingId);
    if (!before || !outcome) return before ?? option;
    return {
      ...option,
      marketing: outcome.marketing === false ? before.marketing : option.marketing,
      account: outcome.account === false ? before.account : option.account,
    };
  });
}

/** Returns whether a phone receives any texts (M 4). */
export function optsIn(options: readonly Subscription[]): boolean {
  return options.some(({ marketing, account }) => marketing || account);
}

/** What a telephone has agreed to be texted by one brand. */
export interface Subscription {
  readonly brandingId: string;
  readonly brandingName: string;
  readonly marketing: boolean;
  readonly account: boolean;
}

export type SubscriptionFlag = 'marketing' | 'account';

/** Null is a flag that stays as it is (M 3). */
export interface WantedChange {
  readonly brandingId: string;
  readonly marketing: boolean | null;
  readonly account: boolean | null;
}

/** Only the brands that change, and of them only the flags that do. */
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

/** What became of the flags of a brand: false where a change failed. */
export type ChangeOutcome = Readonly<{ brandingId: string }> & Readonly<Record<SubscriptionFlag, boolean | null>>;

/** The form after a failed change: what the server did not do goes back to what it was (M 4). */
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

/** Whether a telephone is texted at all (M 4). */
export function optsIn(options: readonly Subscription[]): boolean {
  return options.some(({ marketing, account }) => marketing || account);
}

export interface PlannedPaymentListProps {
  readonly accountNumber: string;
  /** Sent with deletions and changes. */
  readonly token: string;
  readonly onChanged?: (() => void) | undefined;
}

/** The account or card as lists show it: `x4471` (P 2). */
export function endingOf({ lastFour }: { readonly lastFour: string }): string {
  return `x${lastFour}`;
}

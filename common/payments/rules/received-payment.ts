import { addDays, type Day } from '../../core/dates.ts';
import { type Cents, ZERO } from '../../core/money.ts';

/** How money reached the institution outside the portal. */
export const receivedMeans = ['check', 'wire', 'branch'] as const;

export type ReceivedMeans = (typeof receivedMeans)[number];

const PREFIX = 'received-';

/** Returns the id of a received payment in the books, where payments of the portal have ids without a prefix. */
export function paymentIdOfReceived(receivedId: string): string {
  return `${PREFIX}${receivedId}`;
}

export function isReceived(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}

/** A payment that arrived longer ago needs its interest corrected by hand. */
const MAX_DAYS_AGO = 60;

/** Above this, someone has typed a digit too many. */
const MAX_RECEIVED_CENTS = 9_999_999_999;

export type ReceivedError = 'ReceivedLater' | 'ReceivedTooLongAgo' | 'ReceivedBeforeLoan' | 'AmountNotPossible';

export interface ReceivedMoney {
  readonly amountCents: Cents;
  /** The day the institution received it; the payment counts from then. */
  readonly receivedOn: Day;
}

/** @param openedOn the day the loan was made */
export function findReceivedError(
  { amountCents, receivedOn }: ReceivedMoney,
  { today, openedOn }: { readonly today: Day; readonly openedOn: Day },
): ReceivedError | undefined {
  if (amountCents <= ZERO || amountCents > MAX_RECEIVED_CENTS) return 'AmountNotPossible';
  if (receivedOn > today) return 'ReceivedLater';
  if (receivedOn < addDays(today, -MAX_DAYS_AGO)) return 'ReceivedTooLongAgo';
  return receivedOn < openedOn ? 'ReceivedBeforeLoan' : undefined;
}

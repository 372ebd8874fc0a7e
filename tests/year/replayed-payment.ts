import type { JournalPayment } from './journal.ts';
import type { ReplayedEntry } from './replayed-bank.ts';
import type { Applied } from './replayed-postings.ts';

export interface ReplayedPayment extends JournalPayment {
  state: 'scheduled' | 'posted' | 'declined' | 'cancelled' | 'returned';
  applied: Applied | null;
  draft: ReplayedEntry | null;
  /** The loan it is on; it may have been moved. */
  place: string;
  /** What was not refunded. */
  left: Pick<JournalPayment, 'amount' | 'principal' | 'fee'>;
  /** The comparisons of card charges before this one. */
  chargedAfter: number;
  /** The nominal date, for a payment of a recurring one; its reference is then that of the recurring payment. */
  readonly occursOn: string | null;
}

/** Identifies a payment: its reference number, or that of the recurring payment with the nominal date. */
export function keyOf({ reference, occursOn }: Pick<ReplayedPayment, 'reference' | 'occursOn'>): string {
  return occursOn === null ? reference : `${reference}@${occursOn}`;
}

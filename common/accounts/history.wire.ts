import type { Day } from '../core/dates.ts';
import { type Cents, toWireAmount } from '../core/money.ts';
import type { HistoryItem } from './history.api.ts';

export interface PostedEntry {
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  readonly description: string;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly otherCents: Cents;
  readonly totalCents: Cents;
  readonly runningPrincipalCents: Cents;
  readonly returned: boolean;
  readonly paymentId: string | null;
}

/** Times are in the institution's time zone. */
export function historyToWire(entry: PostedEntry, timeZone: string): HistoryItem {
  return {
    TransactionDate: entry.effectiveOn,
    TransactionTime: timeOfEntry(entry, timeZone),
    TransactionDescription: entry.description,
    PrincipalAmount: toWireAmount(entry.principalCents),
    InterestAmount: toWireAmount(entry.interestCents),
    OtherAmount: toWireAmount(entry.otherCents),
    TotalPaymentAmount: toWireAmount(entry.totalCents),
    RunningPrincipalBalance: toWireAmount(entry.runningPrincipalCents),
    IsReturned: entry.returned,
    PaymentId: entry.paymentId,
  };
}

/** `HH:MM:SS` in the institution's time zone. */
export function timeOfEntry({ postedAt }: Pick<PostedEntry, 'postedAt'>, timeZone: string): string {
  return postedAt.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'second' });
}

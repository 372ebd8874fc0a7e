import { dollarsToCents } from '#common/contract/wire-values.ts';
import { day, type Day } from '../core/dates.ts';
import { type Cents, toWireAmount } from '../core/money.ts';
import type { HistoryItem } from './history.api.ts';

export interface PostedEntry {
  readonly effectiveOn: Day;
  /** Null if only the day is known. */
  readonly postedAt: Temporal.Instant | null;
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

/** An entry as shown; `time` is `HH:MM:SS` in the institution's time zone, or empty if only the day is known. */
export interface HistoryEntry extends Omit<PostedEntry, 'postedAt'> {
  readonly time: string;
}

export function historyFromWire(item: HistoryItem): HistoryEntry {
  return {
    effectiveOn: day(item.TransactionDate),
    time: item.TransactionTime,
    description: item.TransactionDescription,
    principalCents: dollarsToCents(item.PrincipalAmount),
    interestCents: dollarsToCents(item.InterestAmount),
    otherCents: dollarsToCents(item.OtherAmount),
    totalCents: dollarsToCents(item.TotalPaymentAmount),
    runningPrincipalCents: dollarsToCents(item.RunningPrincipalBalance),
    returned: item.IsReturned,
    paymentId: item.PaymentId,
  };
}

/** `HH:MM:SS` in the institution's time zone; empty if only the day is known. */
export function timeOfEntry({ postedAt }: Pick<PostedEntry, 'postedAt'>, timeZone: string): string {
  return postedAt === null
    ? ''
    : postedAt.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'second' });
}

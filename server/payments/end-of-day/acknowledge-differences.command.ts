import type { Day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { readDay } from '#server/payments/operator/read-day.ts';
import { hasActedOn } from './acted-on-payments.queries.ts';
import { lockBusinessDay, markAcknowledged } from './business-days.queries.ts';

export interface Acknowledgment {
  /** The address at the desk, or the name given at the command line. */
  readonly by: string;
  /** The name of someone at the desk. */
  readonly name?: string;
  /** The explanation of the differences, for those who read the day later. */
  readonly reason: string;
}

export type AcknowledgmentRefusal =
  | 'NoDifferences'
  | 'AcknowledgedAlready'
  /** The person handled a payment, refund, or draw that a difference names. */
  | 'OwnPayment';

/** Records the explanation of a closed day's differences, once, so they no longer raise an alarm. */
export function acknowledgeDifferences(
  { database, clock, audit }: Pick<Services, 'database' | 'clock' | 'audit'>,
  businessOn: Day,
  { by, name, reason }: Acknowledgment,
  alsoDo?: (transaction: Transaction, differences: readonly string[]) => Promise<void>,
): Promise<Result<readonly string[], AcknowledgmentRefusal>> {
  return inTransaction(database, async (transaction) => {
    const found = await readDay(transaction, businessOn);
    if (!found) return failure('NoDifferences');
    const { comparison, acknowledged } = await lockBusinessDay(transaction, businessOn);
    if (!comparison || comparison.differences.length === 0) return failure('NoDifferences');
    if (acknowledged) return failure('AcknowledgedAlready');
    const paymentIds = found.differences.flatMap(({ payment }) => payment?.paymentId ?? []);
    const money = { paymentIds, payouts: found.namedPayouts };
    if (await hasActedOn(transaction, name === undefined ? [by] : [by, name], money)) return failure('OwnPayment');
    const { differences } = comparison;
    await markAcknowledged(transaction, businessOn, { by, reason, at: clock.now() });
    const details = { businessOn, reason, by, differences: differences.length };
    await audit.record(transaction, { event: 'day-differences-acknowledged', userId: null, details });
    await alsoDo?.(transaction, differences);
    return success(differences);
  });
}

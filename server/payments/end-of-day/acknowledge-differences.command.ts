import type { Day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { lockBusinessDay, findBusinessDay, markAcknowledged } from './business-days.queries.ts';

export interface Acknowledgment {
  readonly by: string;
  /** The explanation of the differences, for those who read the day later. */
  readonly reason: string;
}

/** Records the explanation of a closed day's differences, once, so they no longer raise an alarm. */
export function acknowledgeDifferences(
  { database, clock, audit }: Pick<Services, 'database' | 'clock' | 'audit'>,
  businessOn: Day,
  { by, reason }: Acknowledgment,
  alsoDo?: (transaction: Transaction, differences: readonly string[]) => Promise<void>,
): Promise<Result<readonly string[], 'NoDifferences' | 'AcknowledgedAlready'>> {
  return inTransaction(database, async (transaction) => {
    if (!(await findBusinessDay(transaction, businessOn))) return failure('NoDifferences');
    const { comparison, acknowledged } = await lockBusinessDay(transaction, businessOn);
    if (!comparison || comparison.differences.length === 0) return failure('NoDifferences');
    if (acknowledged) return failure('AcknowledgedAlready');
    const { differences } = comparison;
    await markAcknowledged(transaction, businessOn, { by, reason, at: clock.now() });
    const details = { businessOn, reason, by, differences: differences.length };
    await audit.record(transaction, { event: 'day-differences-acknowledged', userId: null, details });
    await alsoDo?.(transaction, differences);
    return success(differences);
  });
}

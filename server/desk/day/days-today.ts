import { formatDay } from '#common/core/dates.ts';
import type { Today } from '#server/desk/today-list.ts';
import { listWaitingChanges } from '#server/payments/end-of-day/bank-changes.queries.ts';
import { listDays, listHeld } from '#server/payments/operator/read-days.queries.ts';
import type { Services } from '#server/services.ts';
import { listUntakenFiles } from './approved-returns.queries.ts';

const MAX_DAYS = 10;
const MAX_LISTED = 100;

/**
 * Of the last days, those that don't match or don't close; bank drafts on hold;
 * files of returns to take; corrections to decide.
 */
export async function listDaysToday({ database }: Pick<Services, 'database'>): Promise<Today> {
  const [days, held, untaken, corrections] = await Promise.all([
    listDays(database, MAX_DAYS),
    listHeld(database, MAX_LISTED),
    listUntakenFiles(database, MAX_LISTED),
    listWaitingChanges(database, { traceNumber: null, limit: MAX_LISTED }),
  ]);
  const unmatched = days.filter(
    ({ closedAt, differences, isAcknowledged }) => closedAt !== null && differences > 0 && !isAcknowledged,
  );
  const failed = days.filter(({ closedAt, problems }) => closedAt === null && problems > 0);
  return {
    needs: [
      ...failed.map(({ businessOn }) => ({
        tone: 'bad' as const,
        title: `The business day ${formatDay(businessOn)} can't be closed: a step failed`,
        action: 'Open',
        path: `/days/${businessOn}`,
      })),
      ...unmatched.map(({ businessOn, differences }) => ({
        tone: 'bad' as const,
        title: `The business day ${formatDay(businessOn)} has differences: ${differences}`,
        action: 'Open',
        path: `/days/${businessOn}`,
      })),
      ...(held.length > 0
        ? [{ tone: 'warn' as const, title: `Bank drafts on hold: ${held.length}`, action: 'Decide', path: '/days' }]
        : []),
      ...(untaken.length > 0
        ? [
            {
              tone: 'warn' as const,
              title: `Files of returns that were approved and wait to be taken: ${untaken.length}`,
              action: 'Take',
              path: '/returns',
            },
          ]
        : []),
      ...(corrections.length > 0
        ? [
            {
              tone: 'warn' as const,
              title: `Corrections from banks that need a decision: ${corrections.length}`,
              action: 'Decide',
              path: '/returns',
            },
          ]
        : []),
    ],
    counts: [],
  };
}

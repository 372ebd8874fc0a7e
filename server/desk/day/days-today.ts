import { formatDay } from '#common/core/dates.ts';
import type { Today } from '#server/desk/today-list.ts';
import { listDays, listHeld } from '#server/payments/operator/read-days.queries.ts';
import type { Services } from '#server/services.ts';

const DAYS_LOOKED_AT = 10;
const HELD_LOOKED_AT = 100;

/** Days that don't match or don't close, and bank drafts on hold. */
export async function listDaysToday({ database }: Services): Promise<Today> {
  const [days, held] = await Promise.all([listDays(database, DAYS_LOOKED_AT), listHeld(database, HELD_LOOKED_AT)]);
  const [last] = days.filter(({ closedAt }) => closedAt !== null);
  const failed = days.filter(({ closedAt, problems }) => closedAt === null && problems > 0);
  return {
    needs: [
      ...failed.map(({ businessOn }) => ({
        tone: 'bad' as const,
        title: `The business day ${formatDay(businessOn)} can't be closed: a step failed`,
        action: 'Open',
        path: `/days/${businessOn}`,
      })),
      ...(last && last.differences > 0
        ? [
            {
              tone: 'bad' as const,
              title: `The business day ${formatDay(last.businessOn)} doesn't match: ${last.differences} found`,
              action: 'Open',
              path: `/days/${last.businessOn}`,
            },
          ]
        : []),
      ...(held.length > 0
        ? [{ tone: 'warn' as const, title: `Bank drafts on hold: ${held.length}`, action: 'Decide', path: '/days' }]
        : []),
    ],
    counts: [],
  };
}

import { addDays } from '#common/core/dates.ts';
import {
  evaluateReturns,
  RATE_DAYS,
  type RateDay,
  rateDays,
  returnKindWords,
} from '#common/desk/rules/return-rates.ts';
import type { Today } from '#server/desk/today-list.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { countFiledDrafts, countReturns, type ReportSpan } from './reports.queries.ts';

/** The sixty days up to each day of the span. */
export async function readRateDays(queryable: Queryable, span: ReportSpan): Promise<RateDay[]> {
  const before = { ...span, from: addDays(span.from, 1 - RATE_DAYS) };
  const [drafts, returns] = await Promise.all([countFiledDrafts(queryable, before), countReturns(queryable, before)]);
  return rateDays(span, drafts, returns);
}

/** Rates of returns above the limits of Nacha today. */
export async function listReturnRatesToday({ database, clock, institution }: Services): Promise<Today> {
  const today = clock.today();
  const days = await readRateDays(database, { from: today, through: today, timeZone: institution.timeZone });
  return {
    needs: days
      .flatMap((each) => evaluateReturns(each))
      .filter(({ state }) => state === 'above')
      .map(({ kind, percent, limitPercent }) => ({
        tone: 'bad',
        title: `${returnKindWords[kind]} are above Nacha’s limit of ${limitPercent}%: ${percent}%`,
        action: 'Look',
        path: '/reports',
      })),
    counts: [],
  };
}

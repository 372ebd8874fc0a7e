import { day, daysBetween } from '#common/core/dates.ts';
import { formatHundredths } from '#common/core/money.ts';
import type { reportsApi } from '#common/desk/reports.api.ts';
import type { ReportName } from '#common/desk/desk-lists.ts';
import { limitOfReturn } from '#common/payments/rules/return-codes.ts';
import { evaluateReturns, RATE_DAYS } from '#common/desk/rules/return-rates.ts';
import { toCsv } from '#server/platform/csv.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { inTransaction, type Queryable } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { readRateDays } from './rate-days.ts';
import {
  listAnswerWeeks,
  listDayFigures,
  listPaymentFigures,
  listReturnFigures,
  readAnswerFigures,
  type ReportSpan,
} from './reports.queries.ts';

const MAX_DAYS = 366;

export const reportsHandlers: DeskHandlers<typeof reportsApi> = {
  'GET /api/desk/reports': async ({ services, query }) => {
    const { database } = services;
    const span = spanOf(services, query);
    const [days, payments, codes, rates, answers, weeks] = await Promise.all([
      listDayFigures(database, span),
      listPaymentFigures(database, span),
      listReturnFigures(database, span),
      readRateDays(database, span),
      readAnswerFigures(database, span),
      listAnswerWeeks(database, span),
    ]);
    return { days, payments, returns: { codes, days: rates }, answers: { ...answers, weeks } };
  },

  'POST /api/desk/reports/export': async ({ services, body, record }) => {
    const { report, from, through } = body;
    const content = await exporters[report](services.database, spanOf(services, body));
    const details = { report, from, through };
    await inTransaction(services.database, (transaction) => record(transaction, { details }));
    return { fileName: `${report}-${from}-${through}.csv`, contentType: 'text/csv; charset=utf-8', content };
  },
};

function spanOf(
  { institution }: Services,
  { from, through }: { readonly from: string; readonly through: string },
): ReportSpan {
  const days = daysBetween(day(from), day(through));
  if (days < 0 || days >= MAX_DAYS) throw new DeskRefusal(400, 'WrongReportSpan');
  return { from: day(from), through: day(through), timeZone: institution.timeZone };
}

const exporters: Readonly<Record<ReportName, (queryable: Queryable, span: ReportSpan) => Promise<string>>> = {
  days: async (queryable, span) =>
    toCsv(
      ['day', 'sign_ins', 'refused_sign_ins', 'registrations', 'messages'],
      (await listDayFigures(queryable, span)).map((figures) => [
        figures.on,
        figures.signIns,
        figures.refusedSignIns,
        figures.registrations,
        figures.messages,
      ]),
    ),
  payments: async (queryable, span) =>
    toCsv(
      ['method', 'state', 'payments', 'total'],
      (await listPaymentFigures(queryable, span)).map(({ method, state, count, totalCents }) => [
        method,
        state,
        count,
        formatHundredths(totalCents),
      ]),
    ),
  returns: async (queryable, span) =>
    toCsv(
      ['day', 'code', 'kind', 'returns', 'total'],
      (await listReturnFigures(queryable, span)).map(({ on, code, count, totalCents }) => [
        on,
        code,
        limitOfReturn(code),
        count,
        formatHundredths(totalCents),
      ]),
    ),
  'return-rates': async (queryable, span) =>
    toCsv(
      ['through', 'days', 'kind', 'returns', 'drafts', 'percent', 'limit_percent'],
      (await readRateDays(queryable, span)).flatMap((each) =>
        evaluateReturns(each).map(({ kind, count, drafts, percent, limitPercent }) => [
          each.on,
          RATE_DAYS,
          kind,
          count,
          drafts,
          percent ?? '',
          limitPercent,
        ]),
      ),
    ),
  answers: async (queryable, span) =>
    toCsv(
      ['week_of', 'messages', 'answered', 'not_answered', 'median_minutes', 'ninetieth_percentile_minutes'],
      (await listAnswerWeeks(queryable, span)).map((week) => [
        week.monday,
        week.began,
        week.answered,
        week.unanswered,
        week.medianMinutes ?? '',
        week.ninetiethMinutes ?? '',
      ]),
    ),
};

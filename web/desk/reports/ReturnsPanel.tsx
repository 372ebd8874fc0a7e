import { countOf } from '#common/core/counts.ts';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import {
  evaluateReturn,
  evaluateReturns,
  RATE_DAYS,
  returnKinds,
  returnKindWords,
  type ReturnKind,
  type ReturnRate,
} from '#common/desk/rules/return-rates.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { limitOfReturn, returnCodeWithWords } from '#common/payments/rules/return-codes.ts';
import { ExportButton, type Span } from './ExportButton.tsx';
import { FigureChart } from './FigureChart.tsx';
import styles from './ReportsPage.module.css';

type Returns = DeskAnswer<'GET /api/desk/reports'>['returns'];
export type RateDay = Returns['days'][number];

/** The rates on the last day and over time, and the codes behind them. */
export function ReturnsPanel({ returns: { codes, days }, span }: { readonly returns: Returns; readonly span: Span }) {
  const last = days.at(-1);
  return (
    <>
      <Panel
        title="Returns and Nacha’s limits"
        aside={<ExportButton report="return-rates" of="the return rates" span={span} />}
      >
        {last && (
          <>
            <p>
              Drafts returned in the {RATE_DAYS} days through {formatDayMedium(day(last.on))}, of those sent in these
              days.
            </p>
            <Table
              caption="Returns and limits"
              columns={rateColumns}
              rows={evaluateReturns(last)}
              rowKey={({ kind }) => kind}
            />
          </>
        )}
        <div className={styles.rates}>
          {returnKinds.map((kind) => (
            <RateChart key={kind} kind={kind} days={days} />
          ))}
        </div>
      </Panel>
      <Panel title="Returns by code" aside={<ExportButton report="returns" of="the returns by code" span={span} />}>
        <Codes codes={codes} />
      </Panel>
    </>
  );
}

const stateWords = {
  below: { tone: 'ok', word: 'below the limit' },
  near: { tone: 'warn', word: 'near the limit' },
  above: { tone: 'bad', word: 'above the limit' },
  noDrafts: { tone: 'plain', word: 'no drafts' },
} as const;

const kindsWithCodes: Readonly<Record<ReturnKind, string>> = {
  unauthorized: 'Not authorized (R05, R07, R10, R11, R29, R51)',
  administrative: 'Account data (R02, R03, R04)',
  overall: 'All returns',
};

const rateColumns: readonly Column<ReturnRate>[] = [
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindsWithCodes[kind] },
  { id: 'count', header: 'Returns', numeric: true, cell: ({ count }) => String(count) },
  { id: 'drafts', header: 'Drafts sent', numeric: true, cell: ({ drafts }) => String(drafts) },
  { id: 'percent', header: 'Rate', numeric: true, cell: percentInWords },
  { id: 'limit', header: 'Nacha limit', numeric: true, cell: ({ limitPercent }) => `${limitPercent}%` },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Chip tone={stateWords[state].tone}>{stateWords[state].word}</Chip>,
  },
];

function percentInWords({ percent }: ReturnRate): string {
  return percent === null ? 'No rate' : `${percent}%`;
}

interface RateOfDay extends ReturnRate {
  readonly on: string;
}

function RateChart({ kind, days }: { readonly kind: ReturnKind; readonly days: readonly RateDay[] }) {
  const rates = days.map((each): RateOfDay => ({ on: each.on, ...evaluateReturn(kind, each) }));
  const limitPercent = rates[0]?.limitPercent ?? '';
  return (
    <FigureChart
      title={returnKindWords[kind]}
      figures={rates.map((rate) => ({
        name: formatDayMedium(day(rate.on)),
        values: [rate.percent === null ? null : hundredthsOf(rate.percent)],
        words:
          rate.percent === null
            ? 'no drafts, so no rate'
            : `${rate.percent}%, ${rate.count} of ${countOf(rate.drafts, 'draft')}`,
      }))}
      lines={[`Rate of the ${RATE_DAYS} days up to then`]}
      limit={{ value: hundredthsOf(limitPercent), name: `Nacha limit, ${limitPercent}%` }}
      unit={scaleUnits[kind]}
      scaleWords={(value) => `${value / 100}%`}
      none="No drafts were sent in the 60 days up to any of these, so there is no rate."
    >
      <Table caption={returnKindWords[kind]} columns={dayColumns} rows={rates} rowKey={({ on }) => on} />
    </FigureChart>
  );
}

/** Of a percent: whole numbers, so the scale has no 0.30000000000000004. */
function hundredthsOf(percent: string): number {
  const [whole = '', decimals = ''] = percent.split('.');
  return Number(whole + decimals.padEnd(2, '0'));
}

/** Hundredths of a percent between whole numbers of the scale. */
const scaleUnits: Readonly<Record<ReturnKind, number>> = { unauthorized: 10, administrative: 100, overall: 100 };

const dayColumns: readonly Column<RateOfDay>[] = [
  { id: 'day', header: 'Through', cell: ({ on }) => formatDayMedium(day(on)) },
  { id: 'count', header: 'Returns', numeric: true, cell: ({ count }) => String(count) },
  { id: 'drafts', header: 'Drafts sent', numeric: true, cell: ({ drafts }) => String(drafts) },
  { id: 'percent', header: 'Rate', numeric: true, cell: percentInWords },
];

interface CodeRow {
  readonly code: string;
  readonly count: number;
  readonly totalCents: number;
}

function Codes({ codes }: Pick<Returns, 'codes'>) {
  const rows = [...Map.groupBy(codes, ({ code }) => code)]
    .map(([code, returns]): CodeRow => ({
      code,
      count: returns.reduce((sum, each) => sum + each.count, 0),
      totalCents: returns.reduce((sum, each) => sum + each.totalCents, 0),
    }))
    .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  return (
    <div className={styles.charts}>
      <FigureChart
        title="Returns by code"
        figures={rows.map(({ code, count, totalCents }) => ({
          name: code,
          values: [count],
          words: `${countOf(count, 'return')}, ${formatCents(cents(totalCents))}`,
        }))}
        scaleWords={String}
        namesAll
        none="No returns in these days."
      >
        <Table caption="Returns by code" columns={codeColumns} rows={rows} rowKey={({ code }) => code} />
      </FigureChart>
    </div>
  );
}

const countedAs = { unauthorized: 'not authorized', administrative: 'account data', other: 'all returns only' };

const codeColumns: readonly Column<CodeRow>[] = [
  { id: 'code', header: 'Code', cell: ({ code }) => returnCodeWithWords(code) },
  { id: 'kind', header: 'Counts as', cell: ({ code }) => countedAs[limitOfReturn(code)] },
  { id: 'count', header: 'Returns', numeric: true, cell: ({ count }) => String(count) },
  { id: 'total', header: 'Total', numeric: true, cell: ({ totalCents }) => formatCents(cents(totalCents)) },
];

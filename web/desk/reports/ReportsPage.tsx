import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { countOf } from '#common/core/counts.ts';
import { addDays, day } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { ReportName } from '#common/desk/desk-lists.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { type DeskAnswer, deskDownload } from '#web/desk/data/desk-client.ts';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { DayBars } from './DayBars.tsx';
import styles from './ReportsPage.module.css';

type Reports = DeskAnswer<'GET /api/desk/reports'>;

interface Span {
  readonly from: string;
  readonly through: string;
}

/** Figures for a span of days, as charts, tables, and CSV. */
export function ReportsPage() {
  const { today } = useSession();
  const [span, setSpan] = useState<Span>({ from: addDays(day(today), -29), through: today });
  const query = useDeskQuery('GET /api/desk/reports', { query: span });
  return (
    <DeskPage title="Reports">
      <SpanForm span={span} onChange={setSpan} />
      <Loaded query={query}>
        {({ days, payments, returns, answers }) => (
          <>
            <Panel title="Day by day" aside={<ExportButton report="days" span={span} />}>
              <div className={styles.charts}>
                <DayBars title="Sign-ins" days={days} value={({ signIns }) => signIns} />
                <DayBars title="Refused sign-ins" days={days} value={({ refusedSignIns }) => refusedSignIns} />
                <DayBars title="Registrations" days={days} value={({ registrations }) => registrations} />
                <DayBars title="Messages" days={days} value={({ messages }) => messages} />
              </div>
            </Panel>
            <Answers answers={answers} />
            <Panel title="Payments by method and state" aside={<ExportButton report="payments" span={span} />}>
              {payments.length === 0 ? (
                <Empty>No payments in these days.</Empty>
              ) : (
                <Table
                  caption="Payments"
                  columns={paymentColumns}
                  rows={payments}
                  rowKey={({ method, state }) => method + state}
                />
              )}
            </Panel>
            <Returns returns={returns} aside={<ExportButton report="returns" span={span} />} />
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

function SpanForm({ span, onChange }: { readonly span: Span; readonly onChange: (span: Span) => void }) {
  return (
    <div className={styles.span}>
      <TextField
        label="From"
        type="date"
        value={span.from}
        onChange={(event) => event.target.value !== '' && onChange({ ...span, from: event.target.value })}
      />
      <TextField
        label="Through"
        type="date"
        value={span.through}
        onChange={(event) => event.target.value !== '' && onChange({ ...span, through: event.target.value })}
      />
    </div>
  );
}

function ExportButton({ report, span }: { readonly report: ReportName; readonly span: Span }) {
  const download = useMutation({
    mutationFn: () => deskDownload('POST /api/desk/reports/export', { body: { report, ...span } }),
  });
  return (
    <>
      <Problem error={download.error} />
      <Button look="text" onClick={() => download.mutate()}>
        CSV
      </Button>
    </>
  );
}

const paymentColumns: readonly Column<Reports['payments'][number]>[] = [
  { id: 'method', header: 'Method', cell: ({ method }) => (method === 'Card' ? 'Card' : 'Bank account') },
  { id: 'state', header: 'State', cell: ({ state }) => state },
  { id: 'count', header: 'Payments', numeric: true, cell: ({ count }) => String(count) },
  { id: 'total', header: 'Total', numeric: true, cell: ({ totalCents }) => formatCents(cents(totalCents)) },
];

function Answers({ answers: { answered, unanswered, withinADay, medianMinutes } }: Pick<Reports, 'answers'>) {
  return (
    <Panel title="First answers to messages">
      <Facts
        facts={[
          ['Answered', String(answered)],
          ['Not answered yet', String(unanswered)],
          ['Answered within a day', String(withinADay)],
          ['Median time to answer', medianMinutes === null ? 'No answers yet' : minutesInWords(medianMinutes)],
        ]}
      />
    </Panel>
  );
}

function minutesInWords(minutes: number): string {
  const { hours, minutes: rest } = Temporal.Duration.from({ minutes }).round({ largestUnit: 'hour' });
  return hours === 0 ? `${rest} min` : `${hours} h ${rest} min`;
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const kindWords = {
  unauthorized: 'Not authorized (R05, R07, R10, R11, R29, R51)',
  administrative: 'Account data (R02, R03, R04)',
  overall: 'All returns',
} as const;

const stateWords = {
  below: { tone: 'ok', word: 'below the limit' },
  near: { tone: 'warn', word: 'near the limit' },
  above: { tone: 'bad', word: 'above the limit' },
} as const;

const rateColumns: readonly Column<Reports['returns']['rates'][number]>[] = [
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindWords[kind] },
  { id: 'count', header: 'Returns', numeric: true, cell: ({ count }) => String(count) },
  {
    id: 'percent',
    header: 'Of the drafts',
    numeric: true,
    cell: ({ percent }) => (percent === null ? 'No drafts' : `${percent}%`),
  },
  { id: 'limit', header: 'Nacha limit', numeric: true, cell: ({ limitPercent }) => `${limitPercent}%` },
  {
    id: 'state',
    header: 'State',
    cell: ({ percent, state }) =>
      percent === null ? '' : <Chip tone={stateWords[state].tone}>{stateWords[state].word}</Chip>,
  },
];

const codeColumns: readonly Column<Reports['returns']['codes'][number]>[] = [
  { id: 'code', header: 'Code', cell: ({ code }) => code },
  { id: 'count', header: 'Returns', numeric: true, cell: ({ count }) => String(count) },
  { id: 'total', header: 'Total', numeric: true, cell: ({ totalCents }) => formatCents(cents(totalCents)) },
];

function Returns({
  returns: { filed, codes, rates },
  aside,
}: Pick<Reports, 'returns'> & { readonly aside: ReactNode }) {
  return (
    <Panel title={`Returns, of ${countOf(filed, 'draft')} sent`} aside={aside}>
      <Table caption="Returns and limits" columns={rateColumns} rows={rates} rowKey={({ kind }) => kind} />
      {codes.length > 0 && (
        <Table caption="Returns by code" columns={codeColumns} rows={codes} rowKey={({ code }) => code} />
      )}
    </Panel>
  );
}

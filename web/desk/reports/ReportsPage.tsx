import { useState } from 'react';
import { addDays, day, formatDayMedium } from '#common/core/dates.ts';
import { type Column, Table } from '#web/ui/Table.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import { ExportButton, type Span } from './ExportButton.tsx';
import { FigureChart } from './FigureChart.tsx';
import { LimitAlerts } from './LimitAlerts.tsx';
import { PaymentsPanel } from './PaymentsPanel.tsx';
import { ReturnsPanel } from './ReturnsPanel.tsx';
import styles from './ReportsPage.module.css';

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
            <LimitAlerts days={returns.days} />
            <ReturnsPanel returns={returns} span={span} />
            <PaymentsPanel payments={payments} span={span} />
            <AnswersPanel answers={answers} span={span} />
            <Panel title="Day by day" aside={<ExportButton report="days" of="the days" span={span} />}>
              <div className={styles.charts}>
                <DayBars title="Sign-ins" days={days} value={({ signIns }) => signIns} />
                <DayBars title="Refused sign-ins" days={days} value={({ refusedSignIns }) => refusedSignIns} />
                <DayBars title="Registrations" days={days} value={({ registrations }) => registrations} />
                <DayBars title="Messages" days={days} value={({ messages }) => messages} />
              </div>
            </Panel>
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

type DayFigures = DeskAnswer<'GET /api/desk/reports'>['days'][number];

interface DayBarsProps {
  readonly title: string;
  readonly days: readonly DayFigures[];
  readonly value: (figures: DayFigures) => number;
}

/** One bar for each day; the table has the days with any. */
function DayBars({ title, days, value }: DayBarsProps) {
  const columns: readonly Column<DayFigures>[] = [
    { id: 'day', header: 'Day', cell: ({ on }) => formatDayMedium(day(on)) },
    { id: 'count', header: title, numeric: true, cell: (figures) => String(value(figures)) },
  ];
  return (
    <FigureChart
      title={title}
      lead={String(days.reduce((sum, figures) => sum + value(figures), 0))}
      figures={days.map((figures) => ({
        name: formatDayMedium(day(figures.on)),
        values: [value(figures)],
        words: String(value(figures)),
      }))}
      scaleWords={String}
      none="No days."
    >
      <Table
        caption={title}
        columns={columns}
        rows={days.filter((figures) => value(figures) > 0)}
        rowKey={({ on }) => on}
      />
    </FigureChart>
  );
}

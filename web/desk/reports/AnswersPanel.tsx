import { countOf } from '#common/core/counts.ts';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { ExportButton, type Span } from './ExportButton.tsx';
import { FigureChart } from './FigureChart.tsx';
import styles from './ReportsPage.module.css';

type Answers = DeskAnswer<'GET /api/desk/reports'>['answers'];
type Week = Answers['weeks'][number];

/** How soon messages are first answered. */
export function AnswersPanel({ answers, span }: { readonly answers: Answers; readonly span: Span }) {
  const { answered, unanswered, withinADay, medianMinutes, weeks } = answers;
  return (
    <Panel
      title="First answers to messages"
      aside={<ExportButton report="answers" of="the first answers" span={span} />}
    >
      <Facts
        facts={[
          ['Answered', String(answered)],
          ['Not answered yet', String(unanswered)],
          ['Answered within a day', String(withinADay)],
          ['Median time to answer', minutesInWords(medianMinutes)],
        ]}
      />
      <div className={styles.charts}>
        <FigureChart
          title="New messages by week"
          figures={weeks.map((week) => ({
            name: nameOf(week),
            values: [week.began],
            words: `${week.began}, ${week.unanswered} not answered yet`,
          }))}
          scaleWords={String}
          none="No weeks."
        >
          <Table caption="New messages by week" columns={countColumns} rows={weeks} rowKey={({ monday }) => monday} />
        </FigureChart>
        <ResponseTimes weeks={weeks} />
      </div>
    </Panel>
  );
}

function ResponseTimes({ weeks }: { readonly weeks: readonly Week[] }) {
  const longest = Math.max(
    0,
    ...weeks.flatMap(({ medianMinutes, ninetiethMinutes }) => [medianMinutes ?? 0, ninetiethMinutes ?? 0]),
  );
  const { minutes, sign } = units.find((unit) => longest >= 3 * unit.minutes) ?? lastUnit;
  return (
    <FigureChart
      title="Time to the first answer by week"
      figures={weeks.map((week) => ({
        name: nameOf(week),
        values: [week.medianMinutes, week.ninetiethMinutes],
        words:
          week.answered === 0
            ? 'no answers yet'
            : `median ${minutesInWords(week.medianMinutes)}, 90th percentile ${minutesInWords(week.ninetiethMinutes)}, of ${countOf(week.answered, 'answer')}`,
      }))}
      lines={['Median', '90th percentile']}
      unit={minutes}
      scaleWords={(value) => `${value / minutes} ${sign}`}
      none="No answers to messages of these weeks yet."
    >
      <Table
        caption="Time to the first answer by week"
        columns={timeColumns}
        rows={weeks}
        rowKey={({ monday }) => monday}
      />
    </FigureChart>
  );
}

/** Of the scale. */
const lastUnit = { minutes: 1, sign: 'min' };
const units = [{ minutes: 1_440, sign: 'd' }, { minutes: 60, sign: 'h' }, lastUnit];

function nameOf({ monday }: Week): string {
  return `Week of ${formatDayMedium(day(monday))}`;
}

const weekColumn: Column<Week> = { id: 'week', header: 'Week of', cell: ({ monday }) => formatDayMedium(day(monday)) };

const countColumns: readonly Column<Week>[] = [
  weekColumn,
  { id: 'began', header: 'New messages', numeric: true, cell: ({ began }) => String(began) },
  { id: 'answered', header: 'Answered', numeric: true, cell: ({ answered }) => String(answered) },
  { id: 'unanswered', header: 'Not answered yet', numeric: true, cell: ({ unanswered }) => String(unanswered) },
];

const timeColumns: readonly Column<Week>[] = [
  weekColumn,
  { id: 'answered', header: 'Answered', numeric: true, cell: ({ answered }) => String(answered) },
  { id: 'median', header: 'Median', numeric: true, cell: ({ medianMinutes }) => minutesInWords(medianMinutes) },
  {
    id: 'ninetieth',
    header: '90th percentile',
    numeric: true,
    cell: ({ ninetiethMinutes }) => minutesInWords(ninetiethMinutes),
  },
];

function minutesInWords(time: number | null): string {
  if (time === null) return 'No answers yet';
  const { hours, minutes } = Temporal.Duration.from({ minutes: time }).round({ largestUnit: 'hour' });
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
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

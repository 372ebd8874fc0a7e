import { Link } from '@tanstack/react-router';
import { countOf } from '#common/core/counts.ts';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { HeldDrafts } from './HeldDrafts.tsx';

type Answer = DeskAnswer<'GET /api/desk/days'>;

const columns: readonly Column<Answer['days'][number]>[] = [
  {
    id: 'day',
    header: 'Business day',
    nowrap: true,
    cell: ({ businessOn }) => (
      <Link to={`/days/${businessOn}`} data-row>
        {formatDayMedium(day(businessOn))}
      </Link>
    ),
  },
  { id: 'state', header: 'State', cell: (listed) => <DayState listed={listed} /> },
  {
    id: 'file',
    header: 'Bank file',
    numeric: true,
    cell: ({ fileCents, fileEntries }) =>
      fileCents === null ? 'None' : `${fileEntries} for ${formatCents(cents(fileCents))}`,
  },
  { id: 'charges', header: 'Late charges', numeric: true, cell: ({ lateCharges }) => String(lateCharges) },
  {
    id: 'closed',
    header: 'Closed',
    nowrap: true,
    cell: ({ closedAt }) => (closedAt === null ? 'Not yet' : <AtTime at={closedAt} />),
  },
];

/** Business days, and the work that waits for operations. */
export function DayList() {
  const query = useDeskQuery('GET /api/desk/days', {});
  return (
    <DeskPage title="The day">
      <Loaded query={query}>
        {({ days, held }) => (
          <>
            {held.length > 0 && <HeldDrafts held={held} />}
            <Panel title="Business days">
              {days.length === 0 ? (
                <Empty>No business day has ended yet.</Empty>
              ) : (
                <Table caption="Business days" columns={columns} rows={days} rowKey={({ businessOn }) => businessOn} />
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

function DayState({
  listed: { closedAt, problems, differences, isAcknowledged },
}: {
  readonly listed: Answer['days'][number];
}) {
  if (differences > 0 && isAcknowledged) return <Chip tone="ok">closed, differences explained</Chip>;
  if (differences > 0) return <Chip tone="bad">{countOf(differences, 'difference')}</Chip>;
  if (closedAt !== null) return <Chip tone="ok">closed, matches</Chip>;
  return problems > 0 ? <Chip tone="bad">step failed</Chip> : <Chip tone="warn">open</Chip>;
}

import { Link, useSearch } from '@tanstack/react-router';
import { eventWords, stepsFirst } from '#common/desk/event-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './AuditList.module.css';

type Entry = DeskAnswer<'GET /api/desk/audit'>['entries'][number];

const columns: readonly Column<Entry>[] = [
  {
    id: 'at',
    header: 'Time',
    nowrap: true,
    cell: ({ at }) => <AtTime at={at} />,
  },
  {
    id: 'staff',
    header: 'Staff',
    nowrap: true,
    cell: ({ staff }) =>
      staff === '' ? (
        'Unknown'
      ) : (
        <Link to="/audit" search={{ staff }}>
          {staff}
        </Link>
      ),
  },
  { id: 'event', header: 'Event', cell: wordsOf },
  {
    id: 'customer',
    header: 'Customer',
    // Some actions are about no customer.
    cell: ({ customerId }) =>
      customerId !== '' && (
        <Link to="/audit" search={{ customerId }}>
          {customerId}
        </Link>
      ),
  },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  { id: 'details', header: 'Details', cell: ({ details }) => describe(details) },
];

/** The audit log of staff: looks, actions and refusals. */
export function AuditList() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const { staff, customerId, before } = search;
  const query = useDeskQuery('GET /api/desk/audit', {
    // An empty field of the filter is in the address, too.
    query: {
      staff: staff === '' ? undefined : staff,
      customerId: customerId === '' ? undefined : customerId,
      before,
    },
  });
  return (
    <DeskPage title="Audit log">
      <form className={styles.filters} method="get" action="/desk/audit">
        <TextField label="Staff" name="staff" autoComplete="off" defaultValue={staff} />
        <TextField label="Customer number" name="customerId" autoComplete="off" defaultValue={customerId} />
        <Button type="submit" look="quiet">
          Filter
        </Button>
      </form>
      <Loaded query={query}>
        {({ entries, next }) => (
          <Panel title="Entries, newest first">
            {entries.length === 0 ? (
              <Empty>No entries match.</Empty>
            ) : (
              <Table caption="Audit log" columns={columns} rows={entries} rowKey={({ auditId }) => String(auditId)} />
            )}
            {next !== null && (
              <p className={styles.more}>
                <Link to="/audit" search={{ ...search, before: String(next) }}>
                  Older entries
                </Link>
              </p>
            )}
          </Panel>
        )}
      </Loaded>
    </DeskPage>
  );
}

function wordsOf({ event, details }: Entry): string {
  const step = event === 'desk-refused' ? stepsFirst[String(details['code'])] : undefined;
  return step ?? eventWords(event);
}

function describe(details: Entry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
}

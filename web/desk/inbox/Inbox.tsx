import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ConversationState, conversationStates } from '#common/contact/rules/conversation.ts';
import { Chip, type ChipTone } from '#web/ui/Chip.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { type DeskAnswer, deskCall } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { FindForm, useFind } from '#web/desk/kit/FindForm.tsx';
import { Pages, usePage } from '#web/desk/kit/Pages.tsx';
import { conversationPath } from './conversation.ts';
import styles from './Inbox.module.css';

type Row = DeskAnswer<'GET /api/desk/inbox'>['conversations'][number];

const tones: Readonly<Record<ConversationState, ChipTone>> = {
  new: 'warn',
  open: 'warn',
  waiting: 'plain',
  closed: 'ok',
};

export function StateChip({ state }: { readonly state: ConversationState }) {
  return <Chip tone={tones[state]}>{state}</Chip>;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'subject',
    header: 'Subject',
    cell: (row) => (
      <Link to={conversationPath(row)} data-row>
        {row.subject || 'No subject'}
      </Link>
    ),
  },
  {
    id: 'from',
    header: 'From',
    cell: ({ writerName, customerId }) =>
      customerId === null ? `${writerName || 'No name'}, a visitor` : `${writerName}, ${customerId}`,
  },
  { id: 'topic', header: 'Topic', cell: ({ topic }) => topic || 'None yet' },
  { id: 'state', header: 'State', cell: ({ state }) => <StateChip state={state} /> },
  { id: 'assigned', header: 'Assigned to', cell: ({ assignedTo }) => assignedTo || 'Unassigned' },
  { id: 'changed', header: 'Last message', nowrap: true, cell: ({ changedAt }) => <AtTime at={changedAt} /> },
];

interface Shown {
  readonly state?: string;
  readonly topic?: string;
  readonly assigned?: string;
  readonly page?: string;
}

/** Messages by state and topic, or those found. */
export function Inbox() {
  const find = useFind();
  return (
    <DeskPage title="Inbox">
      <FindForm label="Words of a message, a name, or a number" find={find} to="/inbox" />
      {find.length < 2 ? <ListedMessages /> : <FoundMessages find={find} />}
    </DeskPage>
  );
}

function FoundMessages({ find }: { readonly find: string }) {
  const query = useQuery({
    queryKey: ['find-messages', find],
    queryFn: () => deskCall('POST /api/desk/inbox/find', { body: { find } }),
  });
  return (
    <Loaded query={query}>
      {({ conversations }) => (
        <Panel title={`Found (${conversations.length})`}>
          <Rows rows={conversations} empty="No message matches. Search for an empty text to see the inbox again." />
        </Panel>
      )}
    </Loaded>
  );
}

function ListedMessages() {
  const shown: Shown = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = conversationStates.find((known) => known === shown.state);
  const assigned = (['me', 'none'] as const).find((known) => known === shown.assigned);
  const page = usePage();
  const query = useDeskQuery('GET /api/desk/inbox', { query: { state, topic: shown.topic, assigned, page } });
  const show = (changes: { readonly [Name in keyof Shown]: string | undefined }) =>
    void navigate({ to: '.', search: { ...shown, page: undefined, ...changes } });
  return (
    <Loaded query={query}>
      {({ conversations, topics, counts, hasMore }) => (
        <Panel title={state === undefined ? `To answer (${counts.new + counts.open})` : `Messages: ${state}`}>
          <div className={styles.filters}>
            <SelectField
              label="State"
              options={[
                { value: '', label: `To answer (${counts.new + counts.open})` },
                { value: 'new', label: `New (${counts.new})` },
                { value: 'open', label: `Open (${counts.open})` },
                { value: 'waiting', label: `Waiting for the customer (${counts.waiting})` },
                { value: 'closed', label: 'Closed' },
              ]}
              value={state ?? ''}
              onChange={(event) => show({ state: event.target.value || undefined })}
            />
            <SelectField
              label="Assigned to"
              options={[
                { value: '', label: 'Everyone' },
                { value: 'me', label: `Me (${counts.mine})` },
                { value: 'none', label: 'Unassigned' },
              ]}
              value={assigned ?? ''}
              onChange={(event) => show({ assigned: event.target.value || undefined })}
            />
            <SelectField
              label="Topic"
              options={[{ value: '', label: 'All' }, ...topics.map((value) => ({ value, label: value }))]}
              value={shown.topic ?? ''}
              onChange={(event) => show({ topic: event.target.value || undefined })}
            />
          </div>
          <Rows rows={conversations} empty="No messages here." />
          <Pages hasMore={hasMore} />
        </Panel>
      )}
    </Loaded>
  );
}

function Rows({ rows, empty }: { readonly rows: readonly Row[]; readonly empty: string }) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <Table caption="Messages" columns={columns} rows={rows} rowKey={({ conversationId }) => String(conversationId)} />
  );
}

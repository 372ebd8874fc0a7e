import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Chip, type ChipTone } from '#web/ui/Chip.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { scheduleWords } from './schedule-words.ts';
import styles from './HealthPage.module.css';
import { UndeliveredPanel } from './UndeliveredPanel.tsx';

type Health = DeskAnswer<'GET /api/desk/health'>;

const toneWords: Readonly<Record<Health['audit']['tone'], string>> = {
  ok: 'fine',
  warn: 'look at it',
  bad: 'act now',
  plain: 'for information',
};

/** Whether everything runs; what needs a person is at the top. */
export function HealthPage() {
  const query = useDeskQuery('GET /api/desk/health', {});
  const again = (
    <Button look="quiet" onClick={() => void query.refetch()} busy={query.isFetching}>
      Check again
    </Button>
  );
  return (
    <DeskPage title="Health" aside={again}>
      <Loaded query={query}>
        {({ needs, connections, queues, undelivered, jobs, certificates, keys, audit }) => (
          <>
            <Panel title={`Needs a person (${needs.length})`}>
              {needs.length === 0 && <Empty>Nothing. Everything runs.</Empty>}
              <ul className={styles.lines}>
                {needs.map(({ tone, text }) => (
                  <li key={text}>
                    <Mark tone={tone} />
                    <span>{text}</span>
                  </li>
                ))}
              </ul>
            </Panel>
            <div className={styles.columns}>
              <Lines title="Connections" lines={connections} empty="None." />
              <Lines title="Queues" lines={queues} empty="Every message was sent." />
              <Lines
                title="Certificates"
                lines={certificates}
                empty="The portal has none of its own. Watch the proxy's."
              />
              <Lines title="Keys" lines={keys} empty="None." />
            </div>
            <UndeliveredPanel messages={undelivered} />
            <AuditPanel audit={audit} />
            <Panel title="Jobs">
              {jobs.length === 0 ? (
                <Empty>No process has run the jobs yet.</Empty>
              ) : (
                <Table caption="Jobs" columns={columns} rows={jobs} rowKey={({ name }) => name} />
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

function Mark({ tone }: { readonly tone: ChipTone }) {
  return <Chip tone={tone}>{toneWords[tone as Health['audit']['tone']]}</Chip>;
}

const columns: readonly Column<Health['jobs'][number]>[] = [
  { id: 'name', header: 'Job', nowrap: true, cell: ({ name }) => name },
  { id: 'tone', header: 'State', cell: ({ tone }) => <Mark tone={tone} /> },
  { id: 'state', header: 'Last run', cell: ({ state }) => state },
  {
    id: 'at',
    header: 'Ended',
    nowrap: true,
    cell: ({ lastRunAt }) => (lastRunAt === null ? '' : <AtTime at={lastRunAt} />),
  },
  { id: 'schedule', header: 'Runs', cell: ({ schedule }) => scheduleWords(schedule) },
];

interface LinesProps {
  readonly title: string;
  readonly lines: Health['connections'];
  readonly empty: string;
}

function Lines({ title, lines, empty }: LinesProps) {
  return (
    <Panel title={title}>
      {lines.length === 0 && <Empty>{empty}</Empty>}
      <ul className={styles.lines}>
        {lines.map(({ name, tone, state }) => (
          <li key={name}>
            <Mark tone={tone} />
            <span>
              <strong>{name}</strong>: {state}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function AuditPanel({ audit: { tone, state, lastAnchorAt, verified } }: Pick<Health, 'audit'>) {
  const verify = useDeskAction('POST /api/desk/health/verify-audit');
  const button = (
    <Button look="quiet" busy={verify.isPending} onClick={() => verify.mutate({ body: {} })}>
      Verify all entries
    </Button>
  );
  return (
    <Panel title="Audit log" aside={button}>
      <ul className={styles.lines}>
        <li>
          <Mark tone={tone} />
          <span>
            {state}
            {lastAnchorAt !== null && ', last '}
            {lastAnchorAt !== null && <AtTime at={lastAnchorAt} />}
          </span>
        </li>
        <li>
          <Mark tone={verified.tone} />
          <span>
            {verified.state}
            {verified.at !== null && ', last '}
            {verified.at !== null && <AtTime at={verified.at} />}
          </span>
        </li>
      </ul>
      <Problem error={verify.error} />
      {verify.data && <Verified {...verify.data} />}
    </Panel>
  );
}

function Verified({ problems, anchored }: { readonly problems: readonly string[]; readonly anchored: boolean }) {
  if (problems.length > 0) return <Alert tone="bad">{problems.join(' ')}</Alert>;
  if (anchored) return <Alert tone="ok">No entry was changed or removed.</Alert>;
  return <Alert tone="warn">No entry was changed. Without anchors, we can't tell whether any was removed.</Alert>;
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { actionWords } from '#common/desk/action-words.ts';
import type { DeskRole } from '#common/desk/permissions.ts';
import type { Approval } from '#common/desk/work.api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './Approvals.module.css';
import { type Asked, DecisionDialog } from './DecisionDialog.tsx';

const obstacleWords: Readonly<
  Record<Exclude<NonNullable<Approval['obstacle']>, 'NotPermitted' | 'OwnRequest'>, string>
> = {
  OwnRights: 'This changes your own access. Someone else must decide.',
  RightsChangedRecently:
    'You and the person who asked got new rights from the same person, or one of you from the other. Someone else must decide.',
  AskerMayNotAsk: 'The person who asked may no longer ask for this. Decline it; someone else can ask again.',
  MayBeSamePerson:
    'One of you signs in with the identity provider and the other with a passkey, so you may be the same person. Someone else must approve.',
  NoLongerOpen: '',
};

const roleWords: Readonly<Record<DeskRole, string>> = {
  agent: 'an agent',
  supervisor: 'a supervisor',
  operations: 'someone in operations',
  administrator: 'an administrator',
};

/** Returns roles for a sentence, such as "a supervisor or an administrator". */
function rolesInWords(roles: readonly DeskRole[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(roles.map((role) => roleWords[role]));
}

/** @param who decides, such as "a supervisor" */
function obstacleInWords(obstacle: NonNullable<Approval['obstacle']>, who: string): string {
  if (obstacle === 'NotPermitted') return `Your role can't decide this. It waits for ${who}.`;
  if (obstacle === 'OwnRequest') return `You asked for this. Someone else must decide: ${who}.`;
  return obstacleWords[obstacle];
}

const decisionWords = {
  open: '',
  approved: 'Approved by',
  declined: 'Declined by',
  withdrawn: 'Withdrawn by',
  refused: 'Approved by',
} as const;

const statusTones = { open: 'warn', approved: 'ok', declined: 'bad', withdrawn: 'plain', refused: 'bad' } as const;

/** Dual control: what others have asked for, with the values before and after. */
export function Approvals() {
  const query = useDeskQuery('GET /api/desk/approvals', {});
  return (
    <DeskPage title="Approvals">
      <Loaded query={query}>
        {({ open, decided }) => (
          <>
            <Panel title={`Waiting (${open.length})`}>
              <CustomersRequests />
              {open.length === 0 && <Empty>Nothing waits for a second person.</Empty>}
              <ul className={styles.items}>
                {open.map((item) => (
                  <ApprovalItem key={item.workItemId} item={item} />
                ))}
              </ul>
            </Panel>
            <Panel title="Decided lately">
              {decided.length === 0 && <Empty>No decisions yet.</Empty>}
              <ul className={styles.items}>
                {decided.map((item) => (
                  <ApprovalItem key={item.workItemId} item={item} />
                ))}
              </ul>
            </Panel>
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

/** Leads to what customers ask for, which one person decides, if the role may. */
function CustomersRequests() {
  const { permissions } = useSession();
  if (!permissions.includes('decideRequests')) return null;
  return <RequestsLink />;
}

function RequestsLink() {
  const { data } = useDeskQuery('GET /api/desk/requests', { query: { page: 0 } });
  return (
    <p className={styles.lead}>
      Changes that colleagues ask for. What customers ask for waits under{' '}
      <Link to="/requests">{data ? `Requests (${data.count})` : 'Requests'}</Link>.
    </p>
  );
}

function ApprovalItem({ item }: { readonly item: Approval }) {
  const [asked, setAsked] = useState<Asked>();
  return (
    <li className={styles.item}>
      <div className={styles.title}>
        <h3>
          {actionWords[item.action]}: {item.customerName}
        </h3>
        <Chip tone={statusTones[item.status]}>{item.status}</Chip>
      </div>
      <table className={styles.difference}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {Object.keys(item.after).map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{item.before[name] ?? ''}</td>
              <td>{item.after[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.meta}>
        Asked by {item.askedBy}, <AtTime at={item.askedAt} />. Reason: {item.reason}
      </p>
      {item.decidedAt !== null && (
        <p className={styles.meta}>
          {decisionWords[item.status]} {item.decidedBy}, <AtTime at={item.decidedAt} />. Reason: {item.decisionReason}
        </p>
      )}
      {item.notMadeBecause !== '' && <p>The change was not made. {item.notMadeBecause}</p>}
      {item.obstacle !== null && item.status === 'open' && (
        <p>{obstacleInWords(item.obstacle, rolesInWords(item.deciders))}</p>
      )}
      <div className={styles.buttons}>
        {item.obstacle === null && (
          <Button data-row onClick={() => setAsked('approve')}>
            Approve
          </Button>
        )}
        {item.mayDecline && (
          <Button look="quiet" data-row={item.obstacle === null ? undefined : true} onClick={() => setAsked('decline')}>
            Decline
          </Button>
        )}
        {item.mayWithdraw && (
          <Button look="quiet" data-row onClick={() => setAsked('withdraw')}>
            Withdraw
          </Button>
        )}
      </div>
      {asked && <DecisionDialog item={item} asked={asked} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

import { useState } from 'react';
import type { Approval } from '#common/desk/work.api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './Approvals.module.css';
import { actionWords, type Asked, DecisionDialog } from './DecisionDialog.tsx';

const obstacleWords: Readonly<Record<NonNullable<Approval['obstacle']>, string>> = {
  NotPermitted: "Your role can't decide this.",
  OwnRequest: 'You asked for this. Someone else must decide.',
  OwnRights: 'This changes your own access. Someone else must decide.',
  RightsChangedRecently:
    'You and the person who asked got new rights from the same person, or one of you from the other. Someone else must decide.',
  AskerMayNotAsk: 'The person who asked may no longer ask for this. Decline it; someone else can ask again.',
  MayBeSamePerson:
    'One of you signs in with the identity provider and the other with a passkey, so you may be the same person. Someone else must approve.',
  NoLongerOpen: '',
};

const statusTones = { open: 'warn', approved: 'ok', declined: 'bad', withdrawn: 'plain', refused: 'bad' } as const;

/** Four eyes: what others have asked for, with the values before and after. */
export function Approvals() {
  const query = useDeskQuery('GET /api/desk/approvals', {});
  return (
    <DeskPage title="Approvals">
      <Loaded query={query}>
        {({ open, decided }) => (
          <>
            <Panel title={`Waiting (${open.length})`}>
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
        {item.askedBy}, <AtTime at={item.askedAt} />: {item.reason}
      </p>
      {item.decidedAt !== null && (
        <p className={styles.meta}>
          {item.decidedBy}, <AtTime at={item.decidedAt} />: {item.decisionReason}
        </p>
      )}
      {item.obstacle !== null && item.status === 'open' && <p>{obstacleWords[item.obstacle]}</p>}
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

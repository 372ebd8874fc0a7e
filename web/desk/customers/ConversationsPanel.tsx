import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { countOf } from '#common/core/counts.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { conversationPath } from '#web/desk/inbox/conversation.ts';
import { StateChip } from '#web/desk/inbox/Inbox.tsx';
import { WriteFirstDialog } from '#web/desk/inbox/WriteFirstDialog.tsx';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './CustomerPage.module.css';

/** The customer's messages that are not closed, with who has them, and how to write first. */
export function ConversationsPanel({ customerId }: { readonly customerId: string }) {
  const query = useDeskQuery('GET /api/desk/customer/conversations', { query: { customerId } });
  const [writes, setWrites] = useState(false);
  const past = (
    <Link to="/inbox" state={{ find: customerId }}>
      All messages
    </Link>
  );
  return (
    <Panel title="Open messages" aside={past}>
      <Loaded query={query}>
        {({ conversations, closedCount, writeFirst }) => (
          <>
            {conversations.length === 0 && <Empty>No open messages.</Empty>}
            <ul className={styles.list}>
              {conversations.map(({ conversationId, subject, state, assignedTo, changedAt }) => (
                <li key={conversationId}>
                  <div className={styles.line}>
                    <Link to={conversationPath({ customerId, conversationId })}>{subject || 'No subject'}</Link>
                    <StateChip state={state} />
                  </div>
                  <div className={styles.line}>
                    <span>{assignedTo || 'Unassigned'}</span>
                    <AtTime at={changedAt} />
                  </div>
                </li>
              ))}
            </ul>
            {closedCount > 0 && <Empty>{`And ${countOf(closedCount, 'closed one')}.`}</Empty>}
            {writeFirst && (
              <div className={styles.actions}>
                <Button look="quiet" onClick={() => setWrites(true)}>
                  Write a message
                </Button>
              </div>
            )}
            {writeFirst && writes && (
              <WriteFirstDialog customerId={customerId} {...writeFirst} onClose={() => setWrites(false)} />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

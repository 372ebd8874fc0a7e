import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { UnlessClosed } from '#web/desk/customers/UnlessClosed.tsx';
import { deskDownload } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, LoadedPage, Panel } from '#web/desk/kit/DeskPage.tsx';
import { scanWords } from '#web/desk/documents/document.ts';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { sizeText } from '#web/ui/size-text.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { type Conversation, conversationPath, VISITOR } from './conversation.ts';
import styles from './Conversation.module.css';
import { ConversationActions } from './ConversationActions.tsx';
import { StateChip } from './Inbox.tsx';

/** A conversation with a customer or visitor: what was written, notes, and the answer. */
export function ConversationPage() {
  const params: { readonly customerId?: string; readonly conversationId?: string } = useParams({ strict: false });
  const conversationId = Number(params.conversationId);
  const customerId = params.customerId === VISITOR ? undefined : params.customerId;
  const query = useDeskQuery('GET /api/desk/conversation', { query: { customerId, conversationId } });
  const path = conversationPath({ customerId: customerId ?? null, conversationId });
  return (
    <UnlessClosed
      title="Message"
      occasion="Answers a message"
      customerId={customerId ?? ''}
      path={path}
      error={query.error}
    >
      <LoadedPage title="Message" query={query}>
        {(conversation) => (
          <DeskPage title={conversation.subject || 'No subject'} aside={<StateChip state={conversation.state} />}>
            <div className={styles.columns}>
              <div>
                <Thread conversation={conversation} />
                <AnswerForm key={conversation.lastEntryId} conversation={conversation} />
              </div>
              <Facts conversation={conversation} />
            </div>
          </DeskPage>
        )}
      </LoadedPage>
    </UnlessClosed>
  );
}

const kinds = { customer: undefined, staff: styles.staff, note: styles.internal };

function Thread({ conversation }: { readonly conversation: Conversation }) {
  const { entries } = conversation;
  return (
    <Panel title={`Messages (${entries.filter(({ kind }) => kind !== 'note').length})`}>
      <ol className={styles.thread}>
        {entries.map(({ entryId, kind, by, byForm, text, at, attachments }) => (
          <li key={entryId} className={classNames(kinds[kind])}>
            <p className={styles.meta}>
              <strong>{by || 'No name'}</strong>
              {kind === 'note' && ', note for colleagues'}
              {byForm && ', contact form'}, <AtTime at={at} />
            </p>
            <p className={styles.words}>{text || 'No message'}</p>
            <Files conversation={conversation} attachments={attachments} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface FilesProps {
  readonly conversation: Conversation;
  readonly attachments: Conversation['entries'][number]['attachments'];
}

function Files({ conversation: { customerId, conversationId }, attachments }: FilesProps) {
  const download = useMutation({
    mutationFn: (documentId: string) =>
      deskDownload('GET /api/desk/conversation/attachment', {
        query: { customerId: customerId ?? '', conversationId, documentId },
      }),
  });
  if (attachments.length === 0) return null;
  return (
    <>
      <ul className={styles.files} aria-label="Attached files">
        {attachments.map(({ documentId, name, bytes, scan }) => (
          <li key={documentId}>
            <Button
              look="name"
              busy={download.isPending && download.variables === documentId}
              onClick={() => download.mutate(documentId)}
            >
              {name}
            </Button>
            <span className={styles.meta}>
              {sizeText(bytes)}. Virus scan: {scanWords[scan]}.
            </span>
          </li>
        ))}
      </ul>
      <Problem error={download.error} />
    </>
  );
}

function Facts({ conversation }: { readonly conversation: Conversation }) {
  const { customerId, writerName, topic, assignedTo, beganAt, conversationId } = conversation;
  return (
    <Panel title={`Conversation ${conversationId}`}>
      <dl className={styles.facts}>
        <dt>From</dt>
        <dd>
          {customerId === null ? (
            `${writerName || 'No name'}, a visitor`
          ) : (
            <Link to={`/customers/${encodeURIComponent(customerId)}`}>{writerName}</Link>
          )}
        </dd>
        <dt>Since</dt>
        <dd>
          <AtTime at={beganAt} />
        </dd>
        <dt>Topic</dt>
        <dd>{topic || 'None yet'}</dd>
        <dt>Assigned to</dt>
        <dd>{assignedTo || 'Unassigned'}</dd>
      </dl>
      <ConversationActions conversation={conversation} />
    </Panel>
  );
}

import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents, parseDollars } from '#common/core/money.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { LoanLinks } from '#web/desk/customers/LoanLinks.tsx';
import { UnlessClosed } from '#web/desk/customers/UnlessClosed.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { scanWords } from '#web/desk/documents/document.ts';
import { useDeskAction, useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { findWordsProblem } from '#web/desk/kit/find-words-problem.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { TextAreaEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, LoadedPage, Panel } from '#web/desk/kit/DeskPage.tsx';
import { DefinitionList } from '#web/ui/DefinitionList.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import styles from './RequestPage.module.css';

type Request = DeskAnswer<'GET /api/desk/request'>;

const statuses = {
  byHand: { tone: 'plain', word: 'by hand' },
  open: { tone: 'warn', word: 'open' },
  approved: { tone: 'ok', word: 'approved' },
  declined: { tone: 'bad', word: 'declined' },
  withdrawn: { tone: 'plain', word: 'withdrawn by the customer' },
} as const;

const columns: readonly Column<Request['values'][number]>[] = [
  { id: 'name', header: 'Value', cell: ({ name }) => name },
  { id: 'onFile', header: 'On file', cell: ({ onFile }) => onFile || 'Not on file' },
  { id: 'old', header: 'Old, as given', cell: ({ old }) => old },
  { id: 'wanted', header: 'New', cell: ({ wanted }) => wanted },
];

/** What a customer asks for: a change of contact information beside what is on file, or a form. */
export function RequestPage() {
  const params: { readonly customerId?: string; readonly requestId?: string } = useParams({ strict: false });
  const { customerId = '' } = params;
  const requestId = Number(params.requestId);
  const query = useDeskQuery('GET /api/desk/request', { query: { customerId, requestId } });
  const path = `/requests/${encodeURIComponent(customerId)}/${requestId}`;
  return (
    <UnlessClosed title="Request" occasion="Decides a request" customerId={customerId} path={path} error={query.error}>
      <LoadedPage title="Request" query={query}>
        {(request) => <RequestDetail request={request} />}
      </LoadedPage>
    </UnlessClosed>
  );
}

function RequestDetail({ request }: { readonly request: Request }) {
  const { customerName, status, form, values, answer } = request;
  const [asked, setAsked] = useState<'approve' | 'decline'>();
  const { tone, word } = statuses[status];
  const isMade = status === 'approved' && form === null;
  const close = () => setAsked(undefined);
  return (
    <DeskPage
      title={`${form ?? 'Contact information'} of ${customerName}`}
      aside={<Chip tone={tone}>{isMade ? 'made' : word}</Chip>}
    >
      <Panel title="What the customer asks for">
        {form === null ? (
          <Table caption="Values" rows={values} rowKey={({ name, old }) => `${name} ${old}`} columns={columns} />
        ) : (
          <Answers request={request} />
        )}
        <History request={request} />
        {status === 'open' && (
          <div className={styles.buttons}>
            <Button data-row onClick={() => setAsked('approve')}>
              Approve
            </Button>
            <Button look="quiet" onClick={() => setAsked('decline')}>
              Decline
            </Button>
          </div>
        )}
      </Panel>
      {answer !== '' && (
        <Panel title="What the customer was answered">
          <p className={styles.words}>{answer}</p>
        </Panel>
      )}
      {form !== null && <Evidence request={request} />}
      {request.accountNumber !== null && <Loan request={request} accountNumber={request.accountNumber} />}
      {asked && form !== null && <AnswerDialog key={asked} request={request} outcome={asked} onClose={close} />}
      {asked === 'approve' && form === null && <ApproveDialog request={request} onClose={close} />}
      {asked === 'decline' && form === null && <DeclineDialog request={request} onClose={close} />}
    </DeskPage>
  );
}

interface RequestProps {
  readonly request: Request;
}

/** Who asked and decided, and when. */
function History({ request }: RequestProps) {
  const { customerId, customerName, requestedAt, decidedBy, decidedAt, decisionReason, withdrawnAt } = request;
  return (
    <p className={styles.meta}>
      <Link to={`/customers/${encodeURIComponent(customerId)}`}>{customerName}</Link> asked on{' '}
      <AtTime at={requestedAt} />
      {decidedAt !== null && (
        <>
          . {decidedBy} decided on <AtTime at={decidedAt} />
          {decisionReason !== '' && `. Reason: ${decisionReason.replace(/\.$/, '')}`}
        </>
      )}
      {withdrawnAt !== null && (
        <>
          {' '}
          and withdrew it on <AtTime at={withdrawnAt} />
        </>
      )}
      .
    </p>
  );
}

function Answers({ request: { accountNumber, answers } }: RequestProps) {
  const items = [
    ...(accountNumber === null ? [] : [{ id: 'account', term: 'Account', value: accountNumber }]),
    ...answers.map((answer, index) => ({ id: `answer-${index}`, term: answer.label, value: wordsOf(answer) })),
  ];
  return (
    <div className={styles.answers}>
      <DefinitionList layout="grid" items={items} />
    </div>
  );
}

function wordsOf({ kind, value }: Request['answers'][number]) {
  if (value === '') return 'No answer';
  if (kind === 'yesNo') return value === 'yes' ? 'Yes' : 'No';
  if (kind === 'date') return formatDayMedium(day(value));
  const amount = kind === 'amount' ? parseDollars(value) : undefined;
  return amount === undefined ? <span className={styles.lines}>{value}</span> : formatCents(amount);
}

function Evidence({ request: { files, status } }: RequestProps) {
  return (
    <Panel title={`Files (${files.length})`}>
      {files.length === 0 && (
        <Empty>
          {status === 'withdrawn'
            ? 'Files are deleted when the customer withdraws the request.'
            : 'The customer sent no files.'}
        </Empty>
      )}
      <ul>
        {files.map(({ customerId, documentId, name, fileType, scan, at }) => (
          <li key={documentId} className={styles.meta}>
            <a href={`/api/desk/documents/file?${new URLSearchParams({ customerId, documentId })}`} download data-row>
              {name}
            </a>
            , {fileType}, <AtTime at={at} />. Virus scan: {scanWords[scan]}.
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Where staff do what they approve. */
function Loan({
  request: { customerId, othersAsking },
  accountNumber,
}: RequestProps & { readonly accountNumber: string }) {
  const query = useDeskQuery('GET /api/desk/customer', { query: { customerId } });
  return (
    <Panel title={`Account ${accountNumber}`}>
      <div className={styles.loan}>
        <Loaded query={query}>
          {({ accounts }) => {
            const account = accounts.find((one) => one.accountNumber === accountNumber);
            if (!account) return <Empty>This account can't be read.</Empty>;
            return (
              <>
                {account.dueOn !== null && (
                  <p>
                    {formatCents(cents(account.amountDueCents))} due {formatDayMedium(day(account.dueOn))}
                  </p>
                )}
                <LoanLinks customerId={customerId} account={account} />
              </>
            );
          }}
        </Loaded>
        {othersAsking.map((other) => (
          <p key={other.requestId}>
            Another owner asks too:{' '}
            <Link to={`/requests/${encodeURIComponent(other.customerId)}/${other.requestId}`}>
              customer {other.customerId}
            </Link>
          </p>
        ))}
      </div>
    </Panel>
  );
}

interface DialogProps extends RequestProps {
  readonly onClose: () => void;
}

interface AnswerDialogProps extends DialogProps {
  readonly outcome: 'approve' | 'decline';
}

/** Answers a form: what was asked is done on the pages of the loan. */
function AnswerDialog({ request: { customerId, requestId }, outcome, onClose }: AnswerDialogProps) {
  const approve = useDeskAction('POST /api/desk/requests/approve');
  const decline = useDeskAction('POST /api/desk/requests/decline');
  const { form, control, entries } = useEntries({ words: '' }, ({ words }) => ({
    words: findWordsProblem(words, outcome === 'approve' ? 'Tell the customer what you do' : 'Tell the customer why'),
  }));
  const send = outcome === 'approve' ? approve : decline;
  return (
    <ActionDialog
      title={outcome === 'approve' ? 'Approve' : 'Decline'}
      what={
        outcome === 'approve'
          ? 'This answers the customer and changes nothing else: do what you approve on the pages of the loan.'
          : 'Nothing changes. Payments remain due.'
      }
      told="The customer reads your words in the portal. An email says only that there is an answer."
      confirmLabel={outcome === 'approve' ? 'Approve' : 'Decline'}
      form={form}
      onClose={onClose}
      onConfirm={(reason) => send.mutateAsync({ body: { customerId, requestId, words: entries.words.trim(), reason } })}
    >
      <TextAreaEntry control={control} entry="words" first label="What the customer reads" rows={3} maxLength={1_000} />
    </ActionDialog>
  );
}

function ApproveDialog({ request: { customerId, requestId }, onClose }: DialogProps) {
  const approve = useDeskAction('POST /api/desk/requests/approve');
  return (
    <ActionDialog
      title="Approve"
      what="The new values go to the system of record now. With an address, the customer's own changes too if it was the same."
      told="The customer is told by email that it was changed."
      confirmLabel="Approve"
      onClose={onClose}
      onConfirm={(reason) => approve.mutateAsync({ body: { customerId, requestId, reason } })}
    />
  );
}

function DeclineDialog({ request: { customerId, requestId }, onClose }: DialogProps) {
  const decline = useDeskAction('POST /api/desk/requests/decline');
  const { form, control, entries } = useEntries({ words: '' }, ({ words }) => ({
    words: findWordsProblem(words, 'Tell the customer why'),
  }));
  return (
    <ActionDialog
      title="Decline"
      what="Nothing changes. The customer gets your words by email, so write nothing private."
      confirmLabel="Decline"
      form={form}
      onClose={onClose}
      onConfirm={(reason) =>
        decline.mutateAsync({ body: { customerId, requestId, words: entries.words.trim(), reason } })
      }
    >
      <TextAreaEntry control={control} entry="words" first label="What the customer reads" rows={3} maxLength={1_000} />
    </ActionDialog>
  );
}

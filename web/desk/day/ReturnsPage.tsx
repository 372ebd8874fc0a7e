import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { cents, formatCents } from '#common/core/money.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Chip, type ChipTone } from '#web/ui/Chip.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { type DeskAnswer, deskCall } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { DeskPage, Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { ApprovedFiles } from './ApprovedFiles.tsx';
import { CorrectionsPanel } from './CorrectionsPanel.tsx';
import styles from './DayPage.module.css';

type Taken = DeskAnswer<'POST /api/desk/returns/preview'>;
type Notice = Taken['notices'][number];

interface ReadFile {
  readonly name: string;
  readonly text: string;
  readonly answer: Taken;
  readonly isTaken: boolean;
}

/** Returns and corrections from the bank: a file is shown first with all it would do, then taken. */
export function ReturnsPage() {
  const { permissions } = useSession();
  const [file, setFile] = useState<ReadFile>();
  const reading = useMutation({ mutationFn: read, onSuccess: setFile });
  const choose = (chosen: File | undefined) => {
    setFile(undefined);
    reading.reset();
    if (chosen) reading.mutate(chosen);
  };
  return (
    <DeskPage title="Returns">
      {permissions.includes('handleBankFiles') && (
        <label className={styles.choose}>
          <span>File from the bank. You see what it would do before anything changes.</span>
          <input type="file" accept=".ach,.txt,.dat,text/plain" onChange={(event) => choose(event.target.files?.[0])} />
        </label>
      )}
      <Problem error={reading.error} />
      {file && (
        <FileNotices
          file={file}
          onAsked={() => setFile({ ...file, answer: { ...file.answer, approval: 'asked' } })}
          onTaken={(answer) => setFile({ ...file, answer, isTaken: true })}
        />
      )}
      <ApprovedFiles />
      <CorrectionsPanel />
    </DeskPage>
  );
}

async function read(chosen: File): Promise<ReadFile> {
  const text = new TextDecoder('latin1').decode(await chosen.arrayBuffer());
  const answer = await deskCall('POST /api/desk/returns/preview', { body: { text } });
  return { name: chosen.name, text, answer, isTaken: false };
}

const outcomes: Readonly<Record<Notice['became'], { readonly tone: ChipTone; readonly word: string }>> = {
  returned: { tone: 'bad', word: 'reversed' },
  changed: { tone: 'ok', word: 'account changed' },
  known: { tone: 'plain', word: 'known already' },
  undecided: { tone: 'warn', word: 'needs a decision' },
  unmatched: { tone: 'warn', word: 'matches no draft or credit' },
  failed: { tone: 'bad', word: 'cannot be taken now' },
};

const columns: readonly Column<Notice>[] = [
  { id: 'code', header: 'Code', nowrap: true, cell: ({ code }) => code },
  {
    id: 'became',
    header: 'Effect',
    cell: ({ became }) => <Chip tone={outcomes[became].tone}>{outcomes[became].word}</Chip>,
  },
  {
    id: 'payment',
    header: 'Payment',
    nowrap: true,
    cell: ({ payment, credit }) =>
      payment ? (
        <Link to={`/payments/${encodeURIComponent(payment.customerId)}/${payment.paymentId}`} data-row>
          {payment.reference}
        </Link>
      ) : (
        credit && `Bank credit ${credit.reference}`
      ),
  },
  {
    id: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ payment, credit }) => {
      const amountCents = payment?.totalCents ?? credit?.amountCents;
      return amountCents === undefined ? null : formatCents(cents(amountCents));
    },
  },
  { id: 'trace', header: 'Trace number', nowrap: true, cell: ({ trace }) => trace },
  { id: 'also', header: 'Also', cell: ({ effects, reason }) => [reason, ...effects].filter(Boolean).join('; ') },
];

interface FileNoticesProps {
  readonly file: ReadFile;
  readonly onAsked: () => void;
  readonly onTaken: (answer: Taken) => void;
}

function FileNotices({ file, onAsked, onTaken }: FileNoticesProps) {
  const [asked, setAsked] = useState(false);
  const request = useDeskAction('POST /api/desk/returns/ask');
  const take = useDeskAction('POST /api/desk/returns/take');
  const { name, text, answer, isTaken } = file;
  const { approval, notices, problem, sha256 } = answer;
  if (problem !== '') return <Alert tone="bad">{`${name}: ${problem}. Nothing was changed.`}</Alert>;
  const label = approval === 'approved' ? 'Take the file' : 'Ask to take the file';
  const takeButton = notices.some(isNews) && !isTaken && approval !== 'asked' && (
    <Button onClick={() => setAsked(true)}>{label}</Button>
  );
  return (
    <Panel title={isTaken ? `Taken: ${name}` : `${name} would do this`} aside={takeButton}>
      {notices.length === 0 ? (
        <Empty>The file has no returns and no corrections.</Empty>
      ) : (
        <Table
          caption="Returns and corrections"
          columns={columns}
          rows={notices}
          rowKey={(notice) => `${notices.indexOf(notice)}`}
        />
      )}
      {approval === 'asked' && (
        <p className={styles.note}>The file waits for a second person. Choose it again once it is approved.</p>
      )}
      <p className={styles.note}>
        SHA-256 <span className={styles.hash}>{sha256}</span>
      </p>
      {asked && approval === 'none' && (
        <ActionDialog
          title="Ask to take the file"
          what="Nothing changes yet. The second person sees what the file would do, and its SHA-256: compare it with the bank's."
          approval="A supervisor must approve. You can withdraw it until then."
          confirmLabel="Ask to take the file"
          onClose={() => setAsked(false)}
          onConfirm={async (reason) => {
            await request.mutateAsync({ body: { text, reason } });
            onAsked();
          }}
        />
      )}
      {asked && approval === 'approved' && (
        <ActionDialog
          title="Take the file"
          what="All this happens now: payments are reversed on their loans, and account details are changed."
          told="Each customer is told by email."
          confirmLabel="Take the file"
          dangerous
          onClose={() => setAsked(false)}
          onConfirm={async (reason) => onTaken(await take.mutateAsync({ body: { text, reason } }))}
        />
      )}
    </Panel>
  );
}

/**
 * Returns whether a notice leaves something to do. One that can't be taken now does: until its file is taken, the request
 * for it keeps the liens of the loans that it is about.
 */
export function isNews({ became }: { readonly became: string }): boolean {
  return became !== 'known' && became !== 'unmatched';
}

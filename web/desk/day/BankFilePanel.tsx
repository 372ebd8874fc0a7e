import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type DeskAnswer, deskDownload } from '#web/desk/data/desk-client.ts';
import { deskQueries, useDeskAction, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import styles from './DayPage.module.css';

type DayDetail = DeskAnswer<'GET /api/desk/day'>;

/** The bank file of a day: its figures, and its download once a second person has approved it. */
export function BankFilePanel({ detail: { businessOn, file, steps } }: { readonly detail: DayDetail }) {
  const { permissions } = useSession();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!file) {
    const isMade = steps.some(({ step, state }) => step === 'file' && state === 'done');
    return (
      <Panel title="Bank file">
        <Empty>{isMade ? 'No drafts were waiting, so there is none.' : 'Not written yet.'}</Empty>
      </Panel>
    );
  }
  const download = async () => {
    setProblem(undefined);
    try {
      await deskDownload('POST /api/desk/day/file', { body: { businessOn } });
    } catch (error) {
      setProblem(problemOf(error));
    }
    await deskQueries.invalidateQueries();
  };
  const mayHandle = permissions.includes('handleBankFiles');
  return (
    <Panel title="Bank file" aside={<Link to={`/days/${businessOn}/file`}>Summary to print</Link>}>
      <dl className={styles.facts}>
        <dt>Drafts</dt>
        <dd>
          {file.entries} for {formatCents(cents(file.debitCents))}
        </dd>
        {file.credits > 0 && (
          <>
            <dt>Credits</dt>
            <dd>
              {file.credits} for {formatCents(cents(file.creditCents))}
            </dd>
          </>
        )}
        <dt>Effective</dt>
        <dd>{formatDayMedium(day(file.effectiveOn))}</dd>
        <dt>Written</dt>
        <dd>
          <AtTime at={file.madeAt} />
        </dd>
        <dt>SHA-256</dt>
        <dd className={styles.hash}>{file.sha256}</dd>
        {file.downloads.map(({ by, approvedBy, at }) => (
          <Downloaded key={at} by={by} approvedBy={approvedBy} at={at} />
        ))}
      </dl>
      {problem !== undefined && <Alert tone="bad">{problem}</Alert>}
      <div className={styles.actions}>
        {mayHandle && file.mayDownload && <Button onClick={() => void download()}>Download once</Button>}
        {mayHandle && !file.mayDownload && !file.asked && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            Ask to download
          </Button>
        )}
        {file.asked && <p>A download waits for a second person.</p>}
      </div>
      {asking && (
        <AskDialog businessOn={businessOn} again={file.downloads.length > 0} onClose={() => setAsking(false)} />
      )}
    </Panel>
  );
}

function Downloaded({ by, approvedBy, at }: { readonly by: string; readonly approvedBy: string; readonly at: string }) {
  return (
    <>
      <dt>Downloaded</dt>
      <dd>
        <AtTime at={at} /> by {by}, approved by {approvedBy}
      </dd>
    </>
  );
}

interface AskDialogProps {
  readonly businessOn: string;
  readonly again: boolean;
  readonly onClose: () => void;
}

function AskDialog({ businessOn, again, onClose }: AskDialogProps) {
  const ask = useDeskAction('POST /api/desk/day/ask-file');
  const warning = again ? ' It was downloaded before: sending a file twice draws the money twice.' : '';
  return (
    <ActionDialog
      title="Ask to download the bank file"
      what={`You ask to download the file once. It holds account numbers: delete it when the bank has it.${warning}`}
      approval="Someone else must approve. You can then download it once, within a day."
      confirmLabel="Ask to download"
      onClose={onClose}
      onConfirm={(reason) => ask.mutateAsync({ body: { businessOn, reason } })}
    />
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { countOf } from '#common/core/counts.ts';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { type DeskAnswer, deskDownload } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskPreview, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { ApprovedDownload, Downloads } from './ApprovedDownload.tsx';
import styles from './DayPage.module.css';

type DayDetail = DeskAnswer<'GET /api/desk/day'>;

/** The bank file of a day: its figures, and its download once a second person has approved it. */
export function BankFilePanel({ detail: { businessOn, file, steps } }: { readonly detail: DayDetail }) {
  if (!file) {
    const isMade = steps.some(({ step, state }) => step === 'file' && state === 'done');
    return (
      <Panel title="Bank file">
        <Empty>{isMade ? 'No drafts were waiting, so there is none.' : 'Not written yet.'}</Empty>
      </Panel>
    );
  }
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
        <Downloads downloads={file.downloads} />
        {file.refused && (
          <>
            <dt>Rejected</dt>
            <dd>
              <AtTime at={file.refused.at} />, recorded by {file.refused.by}: {file.refused.reason}. Its entries leave
              with another file.
            </dd>
          </>
        )}
      </dl>
      {!file.refused && <NotRejected businessOn={businessOn} file={file} />}
    </Panel>
  );
}

type MadeFile = NonNullable<DayDetail['file']>;

/** The actions of staff on a bank file. There are none once the bank has rejected it. */
function NotRejected({ businessOn, file }: { readonly businessOn: string; readonly file: MadeFile }) {
  const request = useDeskAction('POST /api/desk/day/ask-file');
  const { permissions } = useSession();
  const [rejecting, setRejecting] = useState(false);
  const isAgain = file.downloads.length > 0;
  const warning = isAgain ? ' It was downloaded before: sending a file twice draws the money twice.' : '';
  return (
    <>
      <ApprovedDownload
        asked={file.asked}
        mayDownload={file.mayDownload}
        title="Ask to download the bank file"
        what={`You ask to download the file once. It holds account numbers: delete it when the bank has it.${warning}`}
        download={() => deskDownload('POST /api/desk/day/file', { body: { businessOn } })}
        request={(reason) => request.mutateAsync({ body: { businessOn, reason } })}
      />
      <div className={styles.actions}>
        {file.refusalAsked && <p>That the bank rejected the file waits for a second person.</p>}
        {!file.refusalAsked && permissions.includes('handleBankFiles') && (
          <Button look="text" onClick={() => setRejecting(true)}>
            The bank rejected this file
          </Button>
        )}
      </div>
      {rejecting && <RejectionDialog businessOn={businessOn} onClose={() => setRejecting(false)} />}
    </>
  );
}

interface RejectionDialogProps {
  readonly businessOn: string;
  readonly onClose: () => void;
}

function RejectionDialog({ businessOn, onClose }: RejectionDialogProps) {
  const plan = useDeskPreview('GET /api/desk/day/refusal', { query: { businessOn } });
  const request = useDeskAction('POST /api/desk/day/ask-refusal');
  const { form, control, entries } = useEntries({ holding: '' }, ({ holding }) => ({
    holding: referencesIn(holding).every((reference) => REFERENCE.test(reference))
      ? undefined
      : 'Enter confirmation numbers such as AB12-CD34-EF56, separated by spaces.',
  }));
  return (
    <ActionDialog
      title="The bank rejected this file"
      what={
        <>
          Only for a file that the bank rejected as a whole. Make sure with the bank that it drew none of it: if it did,
          customers would be drawn on twice.
          {plan.data && <Refiled plan={plan.data} />}
        </>
      }
      approval="Someone else must approve."
      told="Customers whose draft is drawn on another day are told by email."
      confirmLabel="Ask to send its entries again"
      dangerous
      form={form}
      refusal={plan.data?.obstacle == null ? undefined : codeWords(plan.data.obstacle)}
      onClose={onClose}
      onConfirm={(reason) =>
        request.mutateAsync({ body: { businessOn, holding: referencesIn(entries.holding), reason } })
      }
    >
      <TextEntry
        control={control}
        entry="holding"
        first
        label="Drafts to put on hold (optional)"
        hint="The confirmation numbers of drafts that must not leave again. They stay on hold until you release or cancel each."
      />
    </ActionDialog>
  );
}

const REFERENCE = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

function referencesIn(text: string): string[] {
  return [...new Set(text.toUpperCase().match(/[^\s,;]+/g) ?? [])];
}

function Refiled({ plan }: { readonly plan: DeskAnswer<'GET /api/desk/day/refusal'> }) {
  const { drafts, debitCents, credits, creditCents, fileOn, effectiveOn, insteadOf } = plan;
  return (
    <>
      <br />
      {countOf(drafts, 'draft')} for {formatCents(cents(debitCents))}
      {credits > 0 && ` and ${countOf(credits, 'credit')} for ${formatCents(cents(creditCents))}`} leave with the file
      of {formatDayMedium(day(fileOn))}, effective {formatDayMedium(day(effectiveOn))} instead of{' '}
      {formatDayMedium(day(insteadOf))}. The payments stay on the loans.
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { type DeskAnswer, deskDownload } from '#web/desk/data/desk-client.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { ApprovedDownload, Downloads } from './ApprovedDownload.tsx';
import styles from './DayPage.module.css';

type DayDetail = DeskAnswer<'GET /api/desk/day'>;

/** The bank file of a day: its figures, and its download once a second person has approved it. */
export function BankFilePanel({ detail: { businessOn, file, steps } }: { readonly detail: DayDetail }) {
  const ask = useDeskAction('POST /api/desk/day/ask-file');
  if (!file) {
    const isMade = steps.some(({ step, state }) => step === 'file' && state === 'done');
    return (
      <Panel title="Bank file">
        <Empty>{isMade ? 'No drafts were waiting, so there is none.' : 'Not written yet.'}</Empty>
      </Panel>
    );
  }
  const isAgain = file.downloads.length > 0;
  const warning = isAgain ? ' It was downloaded before: sending a file twice draws the money twice.' : '';
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
      </dl>
      <ApprovedDownload
        asked={file.asked}
        mayDownload={file.mayDownload}
        title="Ask to download the bank file"
        what={`You ask to download the file once. It holds account numbers: delete it when the bank has it.${warning}`}
        download={() => deskDownload('POST /api/desk/day/file', { body: { businessOn } })}
        ask={(reason) => ask.mutateAsync({ body: { businessOn, reason } })}
      />
    </Panel>
  );
}

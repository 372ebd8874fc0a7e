import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { type DeskAnswer, deskDownload } from '#web/desk/data/desk-client.ts';
import { deskQueries, useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { codeWords, problemOf } from '#web/desk/kit/problem-words.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../day/DayPage.module.css';

type Listed = DeskAnswer<'GET /api/desk/credit-files'>;
type File = Listed['files'][number];

const columns: readonly Column<File['leftOut'][number]>[] = [
  { id: 'account', header: 'Account', nowrap: true, cell: ({ accountNumber }) => accountNumber },
  { id: 'why', header: 'Why it is not reported', cell: ({ why }) => why },
];

/** The monthly files for credit bureaus: make one, see what it leaves out, and download it with a second person. */
export function CreditFiles() {
  const query = useDeskQuery('GET /api/desk/credit-files', {});
  const { permissions } = useSession();
  const [making, setMaking] = useState(false);
  const mayHandle = permissions.includes('handleBankFiles');
  return (
    <DeskPage
      title="Credit bureaus"
      aside={
        mayHandle &&
        query.data?.why === null && (
          <Button look="quiet" onClick={() => setMaking(true)}>
            Make a file
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ why, newestMonth, files }) => (
          <>
            {(why !== null || files.length === 0) && (
              <Panel title="Files">
                <Empty>{why === null ? 'No file was made yet.' : codeWords(why)}</Empty>
              </Panel>
            )}
            {files.map((file) => (
              <FilePanel key={file.fileId} file={file} mayHandle={mayHandle} />
            ))}
            {making && <MakeDialog newestMonth={newestMonth} onClose={() => setMaking(false)} />}
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

function FilePanel({ file, mayHandle }: { readonly file: File; readonly mayHandle: boolean }) {
  const { fileId, through, accounts, leftOut, sha256, madeBy, madeAt, asked, mayDownload, downloads } = file;
  const ask = useDeskAction('POST /api/desk/credit-files/ask');
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const download = async () => {
    setProblem(undefined);
    try {
      await deskDownload('POST /api/desk/credit-files/file', { body: { fileId } });
    } catch (error) {
      setProblem(problemOf(error));
    }
    await deskQueries.invalidateQueries();
  };
  return (
    <Panel title={`File ${fileId}, through ${formatDayMedium(day(through))}`}>
      <dl className={styles.facts}>
        <dt>Accounts</dt>
        <dd>{accounts}</dd>
        <dt>Left out</dt>
        <dd>{leftOut.length}</dd>
        <dt>Made</dt>
        <dd>
          <AtTime at={madeAt} /> by {madeBy}
        </dd>
        <dt>SHA-256</dt>
        <dd className={styles.hash}>{sha256}</dd>
        {downloads.map(({ by, approvedBy, at }) => (
          <Downloaded key={at} by={by} approvedBy={approvedBy} at={at} />
        ))}
      </dl>
      {problem !== undefined && <Alert tone="bad">{problem}</Alert>}
      <div className={styles.actions}>
        {mayHandle && mayDownload && <Button onClick={() => void download()}>Download once</Button>}
        {mayHandle && !mayDownload && !asked && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            Ask to download
          </Button>
        )}
        {asked && <p>A download waits for a second person.</p>}
      </div>
      {leftOut.length > 0 && (
        <Table
          caption={`Left out of file ${fileId}`}
          columns={columns}
          rows={leftOut}
          rowKey={({ accountNumber }) => accountNumber}
        />
      )}
      {asking && (
        <ActionDialog
          title="Ask to download"
          what="You ask to download the file once. It holds names, addresses, and Social Security numbers: delete it when the bureaus have it."
          approval="Someone else must approve. You can then download it once, within a day."
          confirmLabel="Ask to download"
          onClose={() => setAsking(false)}
          onConfirm={(reason) => ask.mutateAsync({ body: { fileId, reason } })}
        />
      )}
    </Panel>
  );
}

function Downloaded({ by, approvedBy, at }: File['downloads'][number]) {
  return (
    <>
      <dt>Downloaded</dt>
      <dd>
        <AtTime at={at} /> by {by}, approved by {approvedBy}
      </dd>
    </>
  );
}

function MakeDialog({ newestMonth, onClose }: { readonly newestMonth: string; readonly onClose: () => void }) {
  const make = useDeskAction('POST /api/desk/credit-files/make');
  const [month, setMonth] = useState(newestMonth);
  return (
    <ActionDialog
      title="Make a file"
      what="The file reports the loans as they stood at the end of the month. What the books don't know is left out, and listed with the reason. A month can be made again, such as after a correction."
      confirmLabel="Make"
      check={() => (/^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? undefined : 'Enter a month such as 2026-10.')}
      onClose={onClose}
      onConfirm={(reason) => make.mutateAsync({ body: { month, reason } })}
    >
      <TextField
        label="Month"
        ref={focusWhenOpened}
        required
        inputMode="numeric"
        autoComplete="off"
        value={month}
        onChange={(event) => setMonth(event.target.value)}
      />
    </ActionDialog>
  );
}

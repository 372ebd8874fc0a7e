import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { type DeskAnswer, deskDownload } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { ApprovedDownload, Downloads } from '../day/ApprovedDownload.tsx';
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
              <FilePanel key={file.fileId} file={file} />
            ))}
            {making && <MakeDialog newestMonth={newestMonth} onClose={() => setMaking(false)} />}
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

function FilePanel({ file }: { readonly file: File }) {
  const { fileId, through, accounts, leftOut, sha256, madeBy, madeAt, asked, mayDownload, downloads } = file;
  const request = useDeskAction('POST /api/desk/credit-files/ask');
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
        <Downloads downloads={downloads} />
      </dl>
      <ApprovedDownload
        asked={asked}
        mayDownload={mayDownload}
        title="Ask to download"
        what="You ask to download the file once. It holds names, addresses, and Social Security numbers: delete it when the bureaus have it."
        download={() => deskDownload('POST /api/desk/credit-files/file', { body: { fileId } })}
        request={(reason) => request.mutateAsync({ body: { fileId, reason } })}
      />
      {leftOut.length > 0 && (
        <Table
          caption={`Left out of file ${fileId}`}
          columns={columns}
          rows={leftOut}
          rowKey={({ accountNumber }) => accountNumber}
        />
      )}
    </Panel>
  );
}

function MakeDialog({ newestMonth, onClose }: { readonly newestMonth: string; readonly onClose: () => void }) {
  const make = useDeskAction('POST /api/desk/credit-files/make');
  const { form, control, entries } = useEntries({ month: newestMonth }, ({ month }) => ({
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? undefined : 'Enter a month such as 2026-10.',
  }));
  return (
    <ActionDialog
      title="Make a file"
      what="The file reports the loans as they stood at the end of the month. What the books don't know is left out, and listed with the reason. A month can be made again, such as after a correction."
      confirmLabel="Make"
      form={form}
      onClose={onClose}
      onConfirm={(reason) => make.mutateAsync({ body: { ...entries, reason } })}
    >
      <TextEntry control={control} entry="month" first label="Month" required inputMode="numeric" autoComplete="off" />
    </ActionDialog>
  );
}

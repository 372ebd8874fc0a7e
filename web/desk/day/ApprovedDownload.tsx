import { useMutation } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { deskQueries, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './DayPage.module.css';

interface ApprovedDownloadProps {
  readonly asked: boolean;
  /** A second person has approved a download that has not happened yet. */
  readonly mayDownload: boolean;
  readonly title: string;
  /** What is in the file, and what to do with it. */
  readonly what: string;
  readonly download: () => Promise<void>;
  readonly request: (reason: string) => Promise<unknown>;
}

/** Downloads a file that holds numbers of customers: once for each approval by a second person. */
export function ApprovedDownload({ asked, mayDownload, title, what, download, request }: ApprovedDownloadProps) {
  const { permissions } = useSession();
  const mayHandle = permissions.includes('handleBankFiles');
  const [asking, setAsking] = useState(false);
  const downloading = useMutation({ mutationFn: download, onSettled: () => deskQueries.invalidateQueries() });
  return (
    <>
      <Problem error={downloading.error} />
      <div className={styles.actions}>
        {mayHandle && mayDownload && <Button onClick={() => downloading.mutate()}>Download once</Button>}
        {mayHandle && !mayDownload && !asked && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            Ask to download
          </Button>
        )}
        {asked && <p>A download waits for a second person.</p>}
      </div>
      {asking && (
        <ActionDialog
          title={title}
          what={what}
          approval="Someone else must approve. You can then download it once, within a day."
          confirmLabel="Ask to download"
          onClose={() => setAsking(false)}
          onConfirm={request}
        />
      )}
    </>
  );
}

interface Download {
  readonly by: string;
  readonly approvedBy: string;
  readonly at: string;
}

/** Rows of a list of facts. */
export function Downloads({ downloads }: { readonly downloads: readonly Download[] }) {
  return downloads.map(({ by, approvedBy, at }) => (
    <Fragment key={at}>
      <dt>Downloaded</dt>
      <dd>
        <AtTime at={at} /> by {by}, approved by {approvedBy}
      </dd>
    </Fragment>
  ));
}

import { type ReactNode, useState } from 'react';
import { addDays, day } from '#common/core/dates.ts';
import { yearEndForms } from '#common/desk/desk-lists.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { deskDownload } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import styles from './LedgerPage.module.css';

/** Files for accounting and for the interest statements of a year. */
export function LedgerPage() {
  const query = useDeskQuery('GET /api/desk/ledger', {});
  return (
    <DeskPage title="Ledger">
      <Loaded query={query}>
        {({ isOurs, today }) =>
          isOurs ? (
            <>
              <GeneralLedger today={today} />
              <YearEnd today={today} />
            </>
          ) : (
            <Panel title="General ledger">
              <Empty>Your core system keeps the general ledger and the interest of the year.</Empty>
            </Panel>
          )
        }
      </Loaded>
    </DeskPage>
  );
}

function GeneralLedger({ today }: { readonly today: string }) {
  const yesterday = addDays(day(today), -1);
  const [from, setFrom] = useState(`${yesterday.slice(0, 8)}01`);
  const [through, setThrough] = useState<string>(yesterday);
  return (
    <Panel title="General ledger">
      <DownloadForm
        what="Debits and credits by day of posting and account. A day can be exported once it is over, and never changes."
        label="Download CSV"
        download={() => deskDownload('POST /api/desk/ledger/export', { body: { from, through } })}
      >
        <TextField label="From" type="date" required value={from} onChange={(event) => setFrom(event.target.value)} />
        <TextField
          label="Through"
          type="date"
          required
          value={through}
          onChange={(event) => setThrough(event.target.value)}
        />
      </DownloadForm>
    </Panel>
  );
}

const formWords = {
  '1098': 'Interest received on each loan. Select the mortgages by loan type before you file.',
  '1099-INT': 'Interest paid on each deposit, with the total of its customer.',
} as const;

function YearEnd({ today }: { readonly today: string }) {
  const [year, setYear] = useState(String(Number(today.slice(0, 4)) - 1));
  return (
    <>
      {yearEndForms.map((form) => (
        <Panel key={form} title={`Figures for Form ${form}`}>
          <DownloadForm
            what={`${formWords[form]} Tax identification numbers are not in the file; join them by customer number.`}
            label={`Download ${form} figures`}
            download={() => deskDownload('POST /api/desk/year-end/export', { body: { year: Number(year), form } })}
          >
            <TextField
              label="Year"
              inputMode="numeric"
              maxLength={4}
              required
              value={year}
              onChange={(event) => setYear(event.target.value)}
            />
          </DownloadForm>
        </Panel>
      ))}
    </>
  );
}

interface DownloadFormProps {
  readonly what: string;
  readonly label: string;
  readonly download: () => Promise<void>;
  readonly children: ReactNode;
}

function DownloadForm({ what, label, download, children }: DownloadFormProps) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      await download();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <p>{what}</p>
      <div className={styles.fields}>
        {children}
        <Button type="submit" look="quiet" busy={busy}>
          {label}
        </Button>
      </div>
      {problem !== undefined && <Alert tone="bad">{problem}</Alert>}
    </form>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addDays, day } from '#common/core/dates.ts';
import { yearEndForms } from '#common/desk/desk-lists.ts';
import { Form } from '#web/kit/Form.tsx';
import { Button } from '#web/ui/Button.tsx';
import { deskDownload } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { type EntriesForm, useEntries } from '#web/desk/kit/use-entries.ts';
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
              <TrialBalanceDay today={today} />
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
  const { form, control, entries } = useEntries(
    { from: `${yesterday.slice(0, 8)}01`, through: String(yesterday) },
    ({ from, through }) => ({
      from: from === '' ? 'Enter the first day.' : undefined,
      through: through === '' ? 'Enter the last day.' : undefined,
    }),
  );
  return (
    <Panel title="General ledger">
      <DownloadForm
        what="Debits and credits by day of posting and account. A day can be exported once it is over, and never changes."
        label="Download CSV"
        form={form}
        download={() => deskDownload('POST /api/desk/ledger/export', { body: entries })}
      >
        <TextEntry control={control} entry="from" label="From" type="date" required />
        <TextEntry control={control} entry="through" label="Through" type="date" required />
      </DownloadForm>
    </Panel>
  );
}

function TrialBalanceDay({ today }: { readonly today: string }) {
  const navigate = useNavigate();
  const { form, control, entries } = useEntries({ on: String(addDays(day(today), -1)) }, ({ on }) => ({
    on: on !== '' && on < today ? undefined : 'Enter a day that is over.',
  }));
  const show = async () => {
    if ((await form.handleSubmit(() => true)()) === true)
      await navigate({ to: '/ledger/$on', params: { on: entries.on } });
  };
  return (
    <Panel title="Trial balance">
      <Form className={styles.form} onSubmit={show}>
        <p>Every account with its opening balance, debits, credits and closing balance of a day, to print or as CSV.</p>
        <div className={styles.fields}>
          <TextEntry control={control} entry="on" label="Day" type="date" required />
          <Button type="submit" look="quiet">
            Show
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

const formWords = {
  '1098': 'Interest received on each loan. Select the mortgages by loan type before you file.',
  '1099-INT': 'Interest paid on each deposit, with the total of its customer.',
} as const;

function YearEnd({ today }: { readonly today: string }) {
  const { form, control, entries } = useEntries({ year: String(Number(today.slice(0, 4)) - 1) }, ({ year }) => ({
    year: /^\d{4}$/.test(year) ? undefined : 'Enter a year such as 2026.',
  }));
  const year = Number(entries.year);
  return (
    <>
      {yearEndForms.map((name) => (
        <Panel key={name} title={`Figures for Form ${name}`}>
          <DownloadForm
            what={`${formWords[name]} Tax identification numbers are not in the file; join them by customer number.`}
            label={`Download ${name} figures`}
            form={form}
            download={() => deskDownload('POST /api/desk/year-end/export', { body: { year, form: name } })}
          >
            <TextEntry control={control} entry="year" label="Year" inputMode="numeric" maxLength={4} required />
          </DownloadForm>
        </Panel>
      ))}
    </>
  );
}

interface DownloadFormProps {
  readonly what: string;
  readonly label: string;
  readonly form: EntriesForm;
  readonly download: () => Promise<void>;
  readonly children: ReactNode;
}

function DownloadForm({ what, label, form, download, children }: DownloadFormProps) {
  const downloading = useMutation({ mutationFn: download });
  const submit = async () => {
    if ((await form.handleSubmit(() => true)()) === true) downloading.mutate();
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <p>{what}</p>
      <div className={styles.fields}>
        {children}
        <Button type="submit" look="quiet" busy={downloading.isPending}>
          {label}
        </Button>
      </div>
      <Problem error={downloading.error} />
    </Form>
  );
}

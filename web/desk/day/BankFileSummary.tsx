import { useParams } from '@tanstack/react-router';
import { countOf } from '#common/core/counts.ts';
import { day, formatDayFull, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './DayPage.module.css';

type Summary = DeskAnswer<'GET /api/desk/day/file-summary'>;

const columns: readonly Column<Summary['batches'][number]['entries'][number]>[] = [
  { id: 'trace', header: 'Trace number', nowrap: true, cell: ({ trace }) => trace },
  { id: 'reference', header: 'Confirmation', nowrap: true, cell: ({ reference }) => reference },
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'amount', header: 'Amount', numeric: true, cell: ({ amountCents }) => formatCents(cents(amountCents)) },
];

const kinds: Readonly<Record<string, string>> = {
  WEB: 'Consumers (WEB)',
  CCD: 'Companies (CCD)',
  'PPD credits': 'Sent to consumers (PPD)',
  'CCD credits': 'Sent to companies (CCD)',
};

/** The entries of a bank file, to print and check beside the bank's own report. Without account numbers. */
export function BankFileSummary() {
  const { businessOn = '' }: { readonly businessOn?: string } = useParams({ strict: false });
  const query = useDeskQuery('GET /api/desk/day/file-summary', { query: { businessOn } });
  const print = (
    <span className={styles.screenOnly}>
      <Button look="quiet" onClick={() => window.print()}>
        Print
      </Button>
    </span>
  );
  return (
    <DeskPage title={`Bank file of ${formatDayFull(day(businessOn))}`} aside={print}>
      <Loaded query={query}>
        {({ effectiveOn, entries, debitCents, credits, creditCents, sha256, madeAt, batches }) => (
          <>
            <p className={styles.summary}>
              {countOf(entries, 'draft')} for {formatCents(cents(debitCents))}
              {credits > 0 && ` and ${countOf(credits, 'credit')} for ${formatCents(cents(creditCents))}`}, effective{' '}
              {formatDayMedium(day(effectiveOn))}, written <AtTime at={madeAt} />.<br />
              SHA-256 <span className={styles.hash}>{sha256}</span>
            </p>
            {batches.map((batch) => (
              <Panel
                key={batch.kind}
                title={`${kinds[batch.kind] ?? batch.kind}: ${batch.entries.length} for ${formatCents(cents(batch.totalCents))}`}
              >
                <Table
                  caption={kinds[batch.kind] ?? batch.kind}
                  columns={columns}
                  rows={batch.entries}
                  rowKey={({ trace }) => trace}
                />
              </Panel>
            ))}
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { day, formatDayFull } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { type DeskAnswer, deskDownload } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import styles from './LedgerPage.module.css';

type Balance = DeskAnswer<'GET /api/desk/ledger/trial-balance'>;

interface Row {
  readonly account: string;
  readonly name: string;
  readonly opening: string;
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
}

const columns: readonly Column<Row>[] = [
  { id: 'account', header: 'Account', nowrap: true, cell: ({ account }) => account },
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'opening', header: 'Opening balance', numeric: true, nowrap: true, cell: ({ opening }) => opening },
  { id: 'debits', header: 'Debits', numeric: true, nowrap: true, cell: ({ debits }) => debits },
  { id: 'credits', header: 'Credits', numeric: true, nowrap: true, cell: ({ credits }) => credits },
  { id: 'closing', header: 'Closing balance', numeric: true, nowrap: true, cell: ({ closing }) => closing },
];

/** Every account of the general ledger on a day, to print or to save. */
export function TrialBalance() {
  const { on = '' }: { readonly on?: string } = useParams({ strict: false });
  const query = useDeskQuery('GET /api/desk/ledger/trial-balance', { query: { on } });
  const downloading = useMutation({
    mutationFn: () => deskDownload('POST /api/desk/ledger/trial-balance', { body: { on } }),
  });
  const actions = (
    <span className={styles.actions}>
      <Button look="quiet" busy={downloading.isPending} onClick={() => downloading.mutate()}>
        Download CSV
      </Button>
      <Button look="quiet" onClick={() => window.print()}>
        Print
      </Button>
    </span>
  );
  return (
    <DeskPage title={`Trial balance of ${formatDayFull(day(on))}`} aside={actions}>
      <Problem error={downloading.error} />
      <Loaded query={query}>
        {(balance) => (
          <Panel title="General ledger">
            <Table caption="General ledger" columns={columns} rows={rowsOf(balance)} rowKey={({ name }) => name} />
          </Panel>
        )}
      </Loaded>
    </DeskPage>
  );
}

function rowsOf({ lines, movedCents, openingCents, closingCents }: Balance): Row[] {
  const rows = lines.map((line) => ({
    account: String(line.ledgerCode),
    name: line.name,
    opening: balanceWords(line.openingCents),
    debits: formatCents(cents(line.debitCents)),
    credits: formatCents(cents(line.creditCents)),
    closing: balanceWords(line.closingCents),
  }));
  const moved = formatCents(cents(movedCents));
  const total = {
    account: '',
    name: 'Total, debits and credits alike',
    opening: formatCents(cents(openingCents)),
    debits: moved,
    credits: moved,
    closing: formatCents(cents(closingCents)),
  };
  return [...rows, total];
}

function balanceWords(balanceCents: number): string {
  if (balanceCents === 0) return formatCents(cents(0));
  return `${formatCents(cents(Math.abs(balanceCents)))} ${balanceCents > 0 ? 'Dr' : 'Cr'}`;
}

import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { HistoryEntry } from '#server/host/host.ts';
import type { Moment } from '#server/platform/clock.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { PdfSheet } from '#server/platform/pdf/pdf-sheet.ts';
import { type FileColumn, fileColumns } from './history-columns.ts';

interface HistoryDocument {
  readonly institution: Pick<Institution, 'options' | 'texts' | 'theme' | 'timeZone'>;
  readonly shownNumber: string;
  readonly since: Day;
  readonly moment: Moment;
}

/** Yields to other requests after this many lines. */
const LINES_AT_ONCE = 100;

export function historyAsPdf(entries: AsyncIterable<HistoryEntry>, document: HistoryDocument): Readable {
  const { institution, shownNumber, since, moment } = document;
  const words = documentWords(institution.texts);
  const account = words('historyPdf.account', shownNumber);
  const sheet = new PdfSheet({
    title: `${words('historyPdf.title')} ${shownNumber}`,
    subject: account,
    madeAt: moment.at,
    words,
    colors: institution.theme,
  });
  sheet.title(words('historyPdf.title'), [
    account,
    words('historyPdf.period', formatDay(since), formatDay(moment.today)),
    words('historyPdf.madeOn', formatDay(moment.today)),
  ]);
  writeEntries(sheet, entries, document).catch((error: unknown) => sheet.file.destroy(error as Error));
  return sheet.file;
}

async function writeEntries(
  sheet: PdfSheet,
  entries: AsyncIterable<HistoryEntry>,
  { institution }: HistoryDocument,
): Promise<void> {
  const words = documentWords(institution.texts);
  const written = { timeZone: institution.timeZone, words };
  const columns = fileColumns(institution);
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let count = 0;
  let table: ReturnType<PdfSheet['table']> | undefined;
  for await (const entry of entries) {
    table ??= sheet.table(
      columns.map((column) => ({
        header: words(column.header),
        share: column.share / whole,
        numeric: isAmount(column),
      })),
    );
    table.row(columns.map(({ value }) => printed(value(entry, written))));
    count += 1;
    if (count % LINES_AT_ONCE === 0) await nextTurn();
  }
  if (table) table.end();
  else sheet.paragraph(words('history.empty'));
  sheet.end();
}

function isAmount({ id }: FileColumn): boolean {
  return id !== 'date' && id !== 'time' && id !== 'description';
}

function printed(value: ReturnType<FileColumn['value']>): string {
  return typeof value === 'string' ? value : formatCents(value);
}

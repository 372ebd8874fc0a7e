import { sheetLogoOf } from '#server/platform/pdf/sheet-logo.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { HistoryEntry } from '#server/host/host.ts';
import type { Moment } from '#server/platform/clock.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { type DocumentTable, PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import { type FileColumn, fileColumns } from './history-columns.ts';

interface HistoryDocument {
  readonly institution: Pick<Institution, 'options' | 'texts' | 'theme' | 'timeZone' | 'logos'>;
  readonly shownNumber: string;
  readonly since: Day;
  readonly moment: Moment;
}

export async function historyAsPdf(
  entries: AsyncIterable<HistoryEntry>,
  document: HistoryDocument,
): Promise<Uint8Array> {
  const { institution, shownNumber, since, moment } = document;
  const words = documentWords(institution.texts);
  const account = words('historyPdf.account', { account: shownNumber });
  const sheet = new PdfDocument({
    title: `${words('historyPdf.title')} ${shownNumber}`,
    subject: account,
    madeAt: moment.at,
    words,
    colors: institution.theme,
    logo: sheetLogoOf(institution),
  });
  sheet.title(words('historyPdf.title'), [
    account,
    words('historyPdf.period', { from: formatDay(since), to: formatDay(moment.today) }),
    words('historyPdf.madeOn', { date: formatDay(moment.today) }),
  ]);
  await writeEntries(sheet, entries, document);
  return sheet.draw();
}

async function writeEntries(
  sheet: PdfDocument,
  entries: AsyncIterable<HistoryEntry>,
  { institution }: HistoryDocument,
): Promise<void> {
  const words = documentWords(institution.texts);
  const written = { timeZone: institution.timeZone, words };
  const columns = fileColumns(institution);
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let table: DocumentTable | undefined;
  for await (const entry of entries) {
    table ??= sheet.table(
      columns.map((column) => ({
        header: words(column.header),
        share: column.share / whole,
        numeric: isAmount(column),
      })),
    );
    table.row(columns.map(({ value }) => printed(value(entry, written))));
  }
  if (!table) sheet.paragraph(words('history.empty'));
}

function isAmount({ id }: FileColumn): boolean {
  return id !== 'date' && id !== 'time' && id !== 'description';
}

function printed(value: ReturnType<FileColumn['value']>): string {
  return typeof value === 'string' ? value : formatCents(value);
}

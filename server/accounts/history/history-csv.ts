import type { Cents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { HistoryEntry } from '#server/host/host.ts';
import { csvText } from '#server/platform/csv-text.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { fileColumns } from './history-columns.ts';

/** Without it, spreadsheets misread UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Writes the history as CSV (RFC 4180), line by line. */
export async function* historyAsCsv(
  entries: AsyncIterable<HistoryEntry>,
  institution: Pick<Institution, 'options' | 'texts' | 'timeZone'>,
): AsyncGenerator<string, void, undefined> {
  const columns = fileColumns(institution);
  const words = documentWords(institution.texts);
  const written = { timeZone: institution.timeZone, words };
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ header }) => words(header)));
  for await (const entry of entries) {
    yield csvLine(columns.map(({ value }) => value(entry, written)));
  }
}

export function csvLine(cells: readonly (string | Cents)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? csvText(cell) : amountCell(cell))).join(',')}\r\n`;
}

/**
 * Writes `412.86`, and negative amounts as `(25.00)`: spreadsheets read it as a number, and it doesn't start with a
 * formula character.
 */
function amountCell(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const dollars = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return amount < 0 ? `(${dollars})` : dollars;
}

import { projectPath } from '#server/platform/project-folder.ts';
import { WorkerThread } from '#server/platform/threads/worker-thread.ts';
import type { DocumentWords } from './document-words.ts';
import type { PdfSheet, SheetColumn, SheetProperties } from './pdf-sheet.ts';

/** Parts that a sheet draws; none depends on where another one ended. */
type Part = Exclude<keyof PdfSheet, 'file' | 'table' | 'end'>;

interface TableRow {
  readonly cells: readonly string[];
  readonly bold: boolean;
}

export type SheetStep =
  | { readonly [Name in Part]: { readonly part: Name; readonly values: Parameters<PdfSheet[Name]> } }[Part]
  | { readonly part: 'table'; readonly columns: readonly SheetColumn[]; readonly rows: readonly TableRow[] };

/** A document as plain data, which the thread draws. */
export interface DocumentToDraw {
  readonly properties: Omit<SheetProperties, 'madeAt'>;
  /** ISO 8601. */
  readonly madeAt: string;
  readonly steps: readonly SheetStep[];
}

export interface DocumentTable {
  row(cells: readonly string[], options?: { readonly bold?: boolean }): void;
}

/** A long history takes seconds; most documents take milliseconds. */
const thread = new WorkerThread<DocumentToDraw, Uint8Array>(projectPath('server/platform/pdf/draw-worker.ts'), {
  maxWaiting: 50,
  maxMs: 30_000,
});

/**
 * Collects the parts of an accessible printed document, from top to bottom, and draws them in a worker thread: a large
 * document would delay every other request. `PdfSheet` says what each part looks like.
 */
export class PdfDocument {
  readonly #properties: SheetProperties;
  readonly #steps: SheetStep[] = [];

  constructor({
    words,
    ...properties
  }: Omit<SheetProperties, 'author' | 'pageText'> & { readonly words: DocumentWords }) {
    this.#properties = {
      ...properties,
      author: words('shell.institutionName'),
      pageText: words('pdf.page', { page: '{page}' }),
    };
  }

  keepTogether(...values: Parameters<PdfSheet['keepTogether']>): void {
    this.#steps.push({ part: 'keepTogether', values });
  }

  space(...values: Parameters<PdfSheet['space']>): void {
    this.#steps.push({ part: 'space', values });
  }

  title(...values: Parameters<PdfSheet['title']>): void {
    this.#steps.push({ part: 'title', values });
  }

  heading(...values: Parameters<PdfSheet['heading']>): void {
    this.#steps.push({ part: 'heading', values });
  }

  lines(...values: Parameters<PdfSheet['lines']>): void {
    this.#steps.push({ part: 'lines', values });
  }

  paragraph(...values: Parameters<PdfSheet['paragraph']>): void {
    this.#steps.push({ part: 'paragraph', values });
  }

  facts(...values: Parameters<PdfSheet['facts']>): void {
    this.#steps.push({ part: 'facts', values });
  }

  factsBeside(...values: Parameters<PdfSheet['factsBeside']>): void {
    this.#steps.push({ part: 'factsBeside', values });
  }

  highlight(...values: Parameters<PdfSheet['highlight']>): void {
    this.#steps.push({ part: 'highlight', values });
  }

  cutLine(...values: Parameters<PdfSheet['cutLine']>): void {
    this.#steps.push({ part: 'cutLine', values });
  }

  /** The header repeats on every page. Rows may be of any length. */
  table(columns: readonly SheetColumn[]): DocumentTable {
    const rows: TableRow[] = [];
    this.#steps.push({ part: 'table', columns, rows });
    return { row: (cells, { bold = false } = {}) => rows.push({ cells, bold }) };
  }

  /**
   * Returns the file; the same content gives the same bytes. Rejects with the error of the drawing, and with Refusal
   * 503 if too many documents wait.
   */
  draw(): Promise<Uint8Array> {
    const { madeAt, ...properties } = this.#properties;
    return thread.ask({ properties, madeAt: madeAt.toString(), steps: this.#steps });
  }
}

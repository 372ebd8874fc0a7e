import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type PDFDocument from 'pdfkit';
import type { Theme } from '#common/institution/institution.ts';
import { printableText, wrapText } from './pdf-text.ts';

/** What a document says of itself, and whose colours it wears. */
export interface SheetProperties {
  readonly title: string;
  /** The institution; it stands in the letterhead and as the author. */
  readonly author: string;
  /** Also the time of creation in the file, so that the same content gives the same bytes. */
  readonly madeAt: Temporal.Instant;
  readonly colours: Theme;
  /** At the foot of every page. */
  readonly footer: string;
}

export interface SheetColumn {
  readonly header: string;
  /** Share of the sheet's width; all shares make 1. */
  readonly share: number;
  /** Figures: at the end of the column. */
  readonly numeric?: boolean;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** The sum of those above: heavier, below a line. */
  readonly total?: boolean;
}

/** US letter; points are 1/72 inch. */
const PAGE_WIDTH = 612;
const PAGE_HEIGHT = 792;
const MARGIN = 54;
const BOTTOM = PAGE_HEIGHT - 66;
const SHEET_WIDTH = PAGE_WIDTH - 2 * MARGIN;

const INK = '#1c2524';
const QUIET_INK = '#4a5553';
const LINE = '#d5d2c8';

type Font = 'Helvetica' | 'Helvetica-Bold';
type Structure = ReturnType<PDFKit.PDFDocument['struct']>;

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: string;
}

/**
 * A printed document that screen readers can read: titled, in a language, with
 * headings, and tables whose cells know their headers. Everything is set from
 * top to bottom, page after page; what is only decoration is marked as such.
 */
export class PdfSheet {
  /** The file; it flows while the sheet is written. */
  readonly file: Readable;
  readonly #doc: PDFKit.PDFDocument;
  readonly #root: Structure;
  readonly #properties: SheetProperties;
  #y = MARGIN;
  #page = 0;

  constructor(properties: SheetProperties) {
    const { title, author, madeAt } = properties;
    this.#properties = properties;
    const Document = loadPdfkit();
    this.#doc = new Document({
      size: 'LETTER',
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: 'en-US',
      info: {
        Title: printableText(title),
        Author: printableText(author),
        Creator: printableText(author),
        CreationDate: new Date(madeAt.epochMilliseconds),
      },
    });
    this.file = this.#doc;
    this.#root = this.#doc.struct('Document');
    this.#doc.addStructure(this.#root);
    this.#startPage();
    this.#letterhead();
  }

  /** Room for the next things in one piece: a new page when there is less. */
  keepTogether(height: number): void {
    if (this.#y + height > BOTTOM) this.#startPage();
  }

  space(height: number): void {
    this.#y += height;
  }

  /** The document's one main heading, with what it is about at the end of its line. */
  title(text: string, aside: readonly string[] = []): void {
    const top = this.#y;
    this.#tag(this.#root, 'H1', () => this.#line(text, MARGIN, top, { size: 17, bold: true }));
    aside.forEach((line, index) => {
      const style = { size: 9, colour: QUIET_INK, bold: index === 0 };
      this.#tag(this.#root, 'P', () => this.#lineEndingAt(line, MARGIN + SHEET_WIDTH, top + 2 + index * 12, style));
    });
    this.#y = Math.max(top + 32, top + 10 + aside.length * 12);
  }

  heading(text: string): void {
    this.keepTogether(60);
    this.#tag(this.#root, 'H2', () =>
      this.#line(text, MARGIN, this.#y, { size: 11.5, bold: true, colour: this.#properties.colours.brand }),
    );
    this.#y += 19;
  }

  /** Lines that belong together, such as an address. */
  lines(lines: readonly string[], style: Style = {}): void {
    const size = style.size ?? 9.5;
    this.keepTogether(lines.length * (size + 3.5));
    this.#tag(this.#root, 'P', () => {
      for (const text of lines) {
        this.#line(text, MARGIN, this.#y, { ...style, size });
        this.#y += size + 3.5;
      }
    });
  }

  paragraph(text: string, style: Style = {}): void {
    const size = style.size ?? 9.5;
    this.#use({ ...style, size });
    this.lines(
      wrapText(printableText(text), SHEET_WIDTH, (line) => this.#doc.widthOfString(line)),
      { ...style, size },
    );
    this.#y += 4;
  }

  /** Labels and their figures; for assistive technology a table whose rows have headers. */
  facts(facts: readonly Fact[], { left = 0, width = SHEET_WIDTH }: { left?: number; width?: number } = {}): void {
    this.keepTogether(facts.length * 16 + 4);
    const start = MARGIN + left;
    const table = this.#open('Table');
    for (const { label, value, total = false } of facts) {
      if (total) this.#rule(start, this.#y - 2.5, width, this.#properties.colours.brand);
      const row = this.#open('TR', table);
      const style = { size: 9.5, bold: total };
      this.#tag(row, 'TH', () => this.#line(label, start, this.#y, style), 'Row');
      this.#tag(row, 'TD', () => this.#lineEndingAt(value, start + width, this.#y, { ...style, bold: true }));
      row.end();
      this.#y += 16;
    }
    table.end();
    this.#y += 4;
  }

  /** Two lists of facts side by side, each with its heading. */
  factsBeside(left: HeadedFacts, right: HeadedFacts): void {
    const width = (SHEET_WIDTH - 32) / 2;
    this.keepTogether(24 + 16 * Math.max(left.facts.length, right.facts.length));
    const top = this.#y;
    const bottoms = [left, right].map(({ heading, facts }, index) => {
      const start = index * (width + 32);
      this.#y = top;
      this.#tag(this.#root, 'H2', () =>
        this.#line(heading, MARGIN + start, top, { size: 11.5, bold: true, colour: this.#properties.colours.brand }),
      );
      this.#y += 20;
      this.facts(facts, { left: start, width });
      return this.#y;
    });
    this.#y = Math.max(...bottoms);
  }

  /** What matters most, on the institution's colour. */
  highlight(label: string, value: string, aside: string): void {
    const { brandSoft, brand } = this.#properties.colours;
    this.keepTogether(52);
    this.#decorate(() => this.#doc.roundedRect(MARGIN, this.#y, SHEET_WIDTH, 44, 6).fill(brandSoft));
    const top = this.#y;
    this.#tag(this.#root, 'P', () => {
      this.#line(label, MARGIN + 14, top + 9, { size: 9, colour: brand });
      this.#line(value, MARGIN + 14, top + 20, { size: 15, bold: true, colour: brand });
      this.#lineEndingAt(aside, MARGIN + SHEET_WIDTH - 14, top + 24, { size: 10, bold: true, colour: brand });
    });
    this.#y = top + 56;
  }

  /** Begins a table; its header is set again on every page. Rows may come as long as they like. */
  table(columns: readonly SheetColumn[]): SheetTable {
    const table = this.#open('Table');
    const edges = columnEdges(columns);
    const headerHeight = () => {
      this.#use({ size: 8, bold: true });
      const counts = columns.map(({ header }, index) => this.#wrap(header, edges[index]).length);
      return Math.max(...counts) * 10 + 8;
    };
    const setHeader = (again: boolean) => {
      const height = headerHeight();
      this.#decorate(() =>
        this.#doc.rect(MARGIN, this.#y, SHEET_WIDTH, height).fill(this.#properties.colours.brandSoft),
      );
      const style = { size: 8, bold: true, colour: this.#properties.colours.brand };
      const row = again ? undefined : this.#open('TR', table);
      columns.forEach(({ header, numeric }, index) => {
        const draw = () => this.#cell(header, edges[index], this.#y + 4.5, numeric === true, style);
        if (row) this.#tag(row, 'TH', draw, 'Column');
        else this.#decorate(draw);
      });
      row?.end();
      this.#y += height;
    };
    this.keepTogether(60);
    setHeader(false);
    return {
      row: (cells, { bold = false } = {}) => {
        this.#use({ size: 8.5, bold });
        const texts = cells.map(printableText);
        const lines = texts.map((text, index) => this.#wrap(text, edges[index]));
        const height = Math.max(...lines.map((cell) => cell.length)) * 10.5 + 6;
        if (this.#y + height > BOTTOM) {
          this.#startPage();
          setHeader(true);
        }
        const row = this.#open('TR', table);
        columns.forEach(({ numeric }, index) => {
          const draw = () =>
            this.#cellLines(lines[index] ?? [], edges[index], this.#y + 4, numeric === true, { size: 8.5, bold });
          this.#tag(row, 'TD', draw);
        });
        row.end();
        this.#y += height;
        this.#rule(MARGIN, this.#y, SHEET_WIDTH, LINE);
      },
      end: () => {
        table.end();
        this.#y += 10;
      },
    };
  }

  /** A line to cut along; what follows stands at the end of the page. */
  cutLine(heightBelow: number): void {
    this.keepTogether(heightBelow + 14);
    this.#y = Math.max(this.#y, BOTTOM - heightBelow);
    this.#decorate(() =>
      this.#doc
        .moveTo(MARGIN, this.#y)
        .lineTo(MARGIN + SHEET_WIDTH, this.#y)
        .dash(4, { space: 3 })
        .lineWidth(0.75)
        .stroke(QUIET_INK)
        .undash(),
    );
    this.#y += 12;
  }

  /** Ends the document; nothing can be set any more. */
  end(): void {
    this.#root.end();
    this.#doc.end();
  }

  #startPage(): void {
    this.#doc.addPage();
    this.#page += 1;
    this.#y = MARGIN;
    const foot = PAGE_HEIGHT - 42;
    this.#decorate(() => {
      this.#line(this.#properties.footer, MARGIN, foot, { size: 8, colour: QUIET_INK });
      this.#lineEndingAt(`Page ${this.#page}`, MARGIN + SHEET_WIDTH, foot, { size: 8, colour: QUIET_INK });
    });
  }

  #letterhead(): void {
    const { colours, author } = this.#properties;
    this.#decorate(() => {
      this.#doc.rect(0, 0, PAGE_WIDTH, 58).fill(colours.brand);
      this.#doc.rect(0, 58, PAGE_WIDTH, 3).fill(colours.accent);
    });
    this.#tag(this.#root, 'P', () => this.#line(author, MARGIN, 22, { size: 16, bold: true, colour: colours.onBrand }));
    this.#y = 82;
  }

  #open(type: 'Table' | 'TR', parent: Structure = this.#root): Structure {
    const element = this.#doc.struct(type);
    parent.add(element);
    return element;
  }

  #tag(parent: Structure, type: string, draw: () => void, scope?: 'Row' | 'Column'): void {
    parent.add(this.#doc.struct(type, scope === undefined ? {} : headerScope(scope), [draw]));
  }

  /** Assistive technology passes over it. */
  #decorate(draw: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#doc.endMarkedContent();
  }

  #use({ size = 9.5, bold = false, colour = INK }: Style): void {
    const font: Font = bold ? 'Helvetica-Bold' : 'Helvetica';
    this.#doc.font(font).fontSize(size).fillColor(colour);
  }

  #line(text: string, x: number, y: number, style: Style): void {
    this.#use(style);
    this.#doc.text(printableText(text), x, y, { lineBreak: false });
  }

  #lineEndingAt(text: string, end: number, y: number, style: Style): void {
    this.#use(style);
    const printable = printableText(text);
    this.#doc.text(printable, end - this.#doc.widthOfString(printable), y, { lineBreak: false });
  }

  #cell(text: string, edge: Edge | undefined, y: number, numeric: boolean, style: Style): void {
    this.#use(style);
    this.#cellLines(this.#wrap(printableText(text), edge), edge, y, numeric, style);
  }

  #cellLines(lines: readonly string[], edge: Edge | undefined, y: number, numeric: boolean, style: Style): void {
    if (!edge) return;
    lines.forEach((line, index) => {
      const at = y + index * 10.5;
      if (numeric) this.#lineEndingAt(line, edge.end, at, style);
      else this.#line(line, edge.start, at, style);
    });
  }

  /** In the font in use. */
  #wrap(text: string, edge: Edge | undefined): string[] {
    return edge ? wrapText(text, edge.end - edge.start, (line) => this.#doc.widthOfString(line)) : [];
  }

  #rule(x: number, y: number, width: number, colour: string): void {
    this.#decorate(() =>
      this.#doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .stroke(colour),
    );
  }
}

export interface HeadedFacts {
  readonly heading: string;
  readonly facts: readonly Fact[];
}

export interface SheetTable {
  row(cells: readonly string[], options?: { readonly bold?: boolean }): void;
  end(): void;
}

/** Loaded with the first document: a server that has drawn none yet does without its 15 MB. */
function loadPdfkit(): typeof PDFDocument {
  return createRequire(import.meta.url)('pdfkit') as typeof PDFDocument;
}

/** The types of the library lack the scope of a header cell. */
function headerScope(scope: 'Row' | 'Column'): object {
  return { scope };
}

interface Edge {
  readonly start: number;
  readonly end: number;
}

const CELL_PADDING = 4;

function columnEdges(columns: readonly SheetColumn[]): Edge[] {
  let start = MARGIN;
  return columns.map(({ share }) => {
    const width = share * SHEET_WIDTH;
    const edge = { start: start + CELL_PADDING, end: start + width - CELL_PADDING };
    start += width;
    return edge;
  });
}

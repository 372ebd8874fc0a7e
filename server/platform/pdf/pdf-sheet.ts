import type { Readable } from 'node:stream';
import { fillText } from '#common/contract/fill-text.ts';
import type { Theme } from '#common/institution/institution.ts';
import { type Edge, PAGE_HEIGHT, PAGE_WIDTH, PdfPen, type Style } from './pdf-pen.ts';

/** The document's metadata and the institution's colors. */
export interface SheetProperties {
  readonly title: string;
  /** The institution's name. */
  readonly author: string;
  /** Next to the institution's name in every footer. */
  readonly subject: string;
  readonly madeAt: Temporal.Instant;
  /** With the place `{page}`. */
  readonly pageText: string;
  readonly colors: Theme;
  /** Instead of the institution's name at the head of the first page. */
  readonly logo?: SheetLogo | null;
}

export interface SheetLogo {
  /** The head has the brand's color, or is white. */
  readonly on: 'brand' | 'white';
  readonly base64: string;
}

export interface SheetColumn {
  readonly header: string;
  /** Fraction of the sheet's width; all columns add up to 1. */
  readonly share: number;
  /** Right-aligned. */
  readonly numeric?: boolean;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** The sum row: bold, below a line. */
  readonly total?: boolean;
}

export interface HeadedFacts {
  readonly heading: string;
  readonly facts: readonly Fact[];
}

export interface SheetTable {
  row(cells: readonly string[], options?: { readonly bold?: boolean }): void;
  end(): void;
}

/** Of the width of a fact; a longer value takes several lines. */
const VALUE_SHARE = 0.65;

const MARGIN = 54;
const BOTTOM = PAGE_HEIGHT - 66;
const SHEET_WIDTH = PAGE_WIDTH - 2 * MARGIN;
const CELL_PADDING = 4;

const QUIET_INK = '#4a5553';
const LINE = '#d5d2c8';

/**
 * An accessible printed document: title, language, headings, and tables with header cells. Content flows from top to
 * bottom over pages; decoration is marked as such.
 */
export class PdfSheet {
  readonly #pen: PdfPen;
  readonly #properties: SheetProperties;
  #y = MARGIN;
  #page = 0;

  constructor(properties: SheetProperties) {
    const { title, author, madeAt } = properties;
    this.#properties = properties;
    this.#pen = new PdfPen({ title, author, madeAt });
    this.#startPage();
    this.#letterhead();
  }

  /** The file, streamed while the sheet is written. */
  get file(): Readable {
    return this.#pen.file;
  }

  /** Starts a new page if there is less room than this. */
  keepTogether(height: number): void {
    if (this.#y + height > BOTTOM) this.#startPage();
  }

  space(height: number): void {
    this.#y += height;
  }

  /** The main heading, with its subject at the end of the line. */
  title(text: string, aside: readonly string[] = []): void {
    const top = this.#y;
    this.#pen.tag('H1', () => this.#pen.line(text, MARGIN, top, { size: 17, bold: true }));
    aside.forEach((line, index) => {
      const style = { size: 9, color: QUIET_INK, bold: index === 0 };
      this.#pen.tag('P', () => this.#pen.lineEndingAt(line, MARGIN + SHEET_WIDTH, top + 2 + index * 12, style));
    });
    this.#y = Math.max(top + 32, top + 10 + aside.length * 12);
  }

  heading(text: string): void {
    this.keepTogether(60);
    this.#headingAt(text, MARGIN);
    this.#y += 19;
  }

  lines(lines: readonly string[], style: Style = {}): void {
    const size = style.size ?? 9.5;
    this.keepTogether(lines.length * (size + 3.5));
    this.#pen.tag('P', () => {
      for (const text of lines) {
        this.#pen.line(text, MARGIN, this.#y, { ...style, size });
        this.#y += size + 3.5;
      }
    });
  }

  paragraph(text: string, style: Style = {}): void {
    this.lines(this.#pen.wrap(text, SHEET_WIDTH, style), style);
    this.#y += 4;
  }

  /** Labels and values; for assistive technology a table with row headers. */
  facts(facts: readonly Fact[], { left = 0, width = SHEET_WIDTH }: { left?: number; width?: number } = {}): void {
    this.keepTogether(facts.length * 16 + 4);
    const start = MARGIN + left;
    const table = this.#pen.open('Table');
    for (const { label, value, total = false } of facts) {
      if (total) this.#rule(start, this.#y - 2.5, width, this.#properties.colors.brand);
      const row = this.#pen.open('TR', table);
      const style = { bold: total };
      this.#pen.tagCell(row, () => this.#pen.line(label, start, this.#y, style), 'Row');
      const lines = this.#pen.wrap(value, VALUE_SHARE * width, { bold: true });
      this.#pen.tagCell(row, () =>
        lines.forEach((line, index) =>
          this.#pen.lineEndingAt(line, start + width, this.#y + index * 12, { bold: true }),
        ),
      );
      row.end();
      this.#y += 16 + 12 * (Math.max(1, lines.length) - 1);
    }
    table.end();
    this.#y += 4;
  }

  factsBeside(left: HeadedFacts, right: HeadedFacts): void {
    const width = (SHEET_WIDTH - 32) / 2;
    this.keepTogether(24 + 16 * Math.max(left.facts.length, right.facts.length));
    const top = this.#y;
    const bottoms = [left, right].map(({ heading, facts }, index) => {
      const start = index * (width + 32);
      this.#y = top;
      this.#headingAt(heading, MARGIN + start);
      this.#y += 20;
      this.facts(facts, { left: start, width });
      return this.#y;
    });
    this.#y = Math.max(...bottoms);
  }

  /** The key figure, on the institution's color. */
  highlight(label: string, value: string, aside: string): void {
    const { brandSoft, brand } = this.#properties.colors;
    this.keepTogether(52);
    const top = this.#y;
    this.#pen.decorate(() => this.#pen.fillArea(MARGIN, top, SHEET_WIDTH, 44, brandSoft, 6));
    this.#pen.tag('P', () => {
      this.#pen.line(label, MARGIN + 14, top + 9, { size: 9, color: brand });
      this.#pen.line(value, MARGIN + 14, top + 20, { size: 15, bold: true, color: brand });
      this.#pen.lineEndingAt(aside, MARGIN + SHEET_WIDTH - 14, top + 24, { size: 10, bold: true, color: brand });
    });
    this.#y = top + 56;
  }

  /** Begins a table; the header repeats on every page. Rows may be of any length. */
  table(columns: readonly SheetColumn[]): SheetTable {
    const table = this.#pen.open('Table');
    const placed = placeColumns(columns);
    const setHeader = (again: boolean) => {
      const { brand, brandSoft } = this.#properties.colors;
      const style = { size: 8, bold: true, color: brand };
      const cells = placed.map((column) => ({ ...column, lines: this.#wrapCell(column.header, column, style) }));
      const height = Math.max(...cells.map(({ lines }) => lines.length)) * 10 + 8;
      this.#pen.decorate(() => this.#pen.fillArea(MARGIN, this.#y, SHEET_WIDTH, height, brandSoft));
      const row = again ? undefined : this.#pen.open('TR', table);
      for (const cell of cells) {
        const draw = () => this.#drawCell(cell.lines, cell, this.#y + 4.5, style);
        if (row) this.#pen.tagCell(row, draw, 'Column');
        else this.#pen.decorate(draw);
      }
      row?.end();
      this.#y += height;
    };
    this.keepTogether(60);
    setHeader(false);
    return {
      row: (texts, { bold = false } = {}) => {
        const style = { size: 8.5, bold };
        const cells = placed.map((column, index) => ({
          ...column,
          lines: this.#wrapCell(texts[index] ?? '', column, style),
        }));
        const height = Math.max(...cells.map(({ lines }) => lines.length)) * 10.5 + 6;
        if (this.#y + height > BOTTOM) {
          this.#startPage();
          setHeader(true);
        }
        const row = this.#pen.open('TR', table);
        for (const cell of cells) {
          this.#pen.tagCell(row, () => this.#drawCell(cell.lines, cell, this.#y + 4, style));
        }
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

  /** A cut line; what follows is at the bottom of the page. */
  cutLine(heightBelow: number): void {
    this.keepTogether(heightBelow + 14);
    this.#y = Math.max(this.#y, BOTTOM - heightBelow);
    this.#pen.decorate(() => this.#pen.rule(MARGIN, this.#y, SHEET_WIDTH, QUIET_INK, { dashed: true }));
    this.#y += 12;
  }

  end(): void {
    this.#pen.end();
  }

  #startPage(): void {
    const { author, subject, pageText } = this.#properties;
    this.#pen.startPage();
    this.#page += 1;
    this.#y = MARGIN;
    const foot = PAGE_HEIGHT - 42;
    const style = { size: 8, color: QUIET_INK };
    this.#pen.decorate(() => {
      this.#pen.line(`${author} · ${subject}`, MARGIN, foot, style);
      this.#pen.lineEndingAt(fillText(pageText, { page: String(this.#page) }), MARGIN + SHEET_WIDTH, foot, style);
    });
  }

  #letterhead(): void {
    const { author, colors, logo } = this.#properties;
    this.#pen.decorate(() => {
      if (logo?.on !== 'white') this.#pen.fillArea(0, 0, PAGE_WIDTH, 58, colors.brand);
      this.#pen.fillArea(0, 58, PAGE_WIDTH, 3, colors.accent);
    });
    if (logo) {
      this.#pen.picture(Buffer.from(logo.base64, 'base64'), author, { x: MARGIN, y: 11 }, [220, 36]);
    } else {
      const style = { size: 16, bold: true, color: colors.onBrand };
      this.#pen.tag('P', () => this.#pen.line(author, MARGIN, 22, style));
    }
    this.#y = 82;
  }

  #headingAt(text: string, x: number): void {
    const style = { size: 11.5, bold: true, color: this.#properties.colors.brand };
    this.#pen.tag('H2', () => this.#pen.line(text, x, this.#y, style));
  }

  #wrapCell(text: string, { start, end }: Edge, style: Style): string[] {
    return this.#pen.wrap(text, end - start, style);
  }

  #drawCell(lines: readonly string[], { start, end, numeric = false }: PlacedColumn, y: number, style: Style): void {
    lines.forEach((line, index) => {
      const at = y + index * 10.5;
      if (numeric) this.#pen.lineEndingAt(line, end, at, style);
      else this.#pen.line(line, start, at, style);
    });
  }

  #rule(x: number, y: number, width: number, color: string): void {
    this.#pen.decorate(() => this.#pen.rule(x, y, width, color));
  }
}

type PlacedColumn = SheetColumn & Edge;

function placeColumns(columns: readonly SheetColumn[]): PlacedColumn[] {
  let start = MARGIN;
  return columns.map((column) => {
    const width = column.share * SHEET_WIDTH;
    const placed = { ...column, start: start + CELL_PADDING, end: start + width - CELL_PADDING };
    start += width;
    return placed;
  });
}

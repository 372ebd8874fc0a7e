import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type PDFDocument from 'pdfkit';
import { dateOf } from '#server/platform/clock.ts';
import { printableText, wrapText } from './pdf-text.ts';

/** US letter in points (1/72 inch). */
export const PAGE_WIDTH = 612;
export const PAGE_HEIGHT = 792;

const INK = '#1c2524';

export interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
}

export interface Edge {
  readonly start: number;
  readonly end: number;
}

/** An element of the document structure, read by assistive technology. */
export type Structure = ReturnType<PDFKit.PDFDocument['struct']>;

/**
 * Draws lines, areas and structure at given positions. Everything drawn is either part of the structure (`tag`) or
 * skipped by assistive technology (`decorate`).
 */
export class PdfPen {
  readonly file: Readable;
  readonly #doc: PDFKit.PDFDocument;
  readonly #root: Structure;

  /** @param properties.madeAt is also the time in the file, so the same content gives the same bytes */
  constructor(properties: { readonly title: string; readonly author: string; readonly madeAt: Temporal.Instant }) {
    const { title, author, madeAt } = properties;
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
        CreationDate: dateOf(madeAt),
      },
    });
    this.file = this.#doc;
    this.#root = this.#doc.struct('Document');
    this.#doc.addStructure(this.#root);
  }

  startPage(): void {
    this.#doc.addPage();
  }

  end(): void {
    this.#root.end();
    this.#doc.end();
  }

  open(type: 'Table' | 'TR', parent: Structure = this.#root): Structure {
    const element = this.#doc.struct(type);
    parent.add(element);
    return element;
  }

  tag(type: 'H1' | 'H2' | 'P', draw: () => void): void {
    this.#root.add(this.#doc.struct(type, {}, [draw]));
  }

  /** A cell of a row; one with a scope is a row or column header. */
  tagCell(row: Structure, draw: () => void, headerOf?: 'Row' | 'Column'): void {
    row.add(this.#doc.struct(headerOf ? 'TH' : 'TD', headerOf ? headerScope(headerOf) : {}, [draw]));
  }

  /** A picture within a width and height, with its words for assistive technology. */
  picture(content: Buffer, alt: string, at: { readonly x: number; readonly y: number }, fit: [number, number]): void {
    const draw = () => void this.#doc.image(content, at.x, at.y, { fit, valign: 'center' });
    this.#root.add(this.#doc.struct('Figure', { alt: printableText(alt) }, [draw]));
  }

  decorate(draw: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#doc.endMarkedContent();
  }

  line(text: string, x: number, y: number, style: Style): void {
    this.#use(style);
    this.#doc.text(printableText(text), x, y, { lineBreak: false });
  }

  lineEndingAt(text: string, end: number, y: number, style: Style): void {
    this.#use(style);
    const printable = printableText(text);
    this.#doc.text(printable, end - this.#doc.widthOfString(printable), y, { lineBreak: false });
  }

  wrap(text: string, width: number, style: Style): string[] {
    this.#use(style);
    return wrapText(printableText(text), width, (line) => this.#doc.widthOfString(line));
  }

  fillArea(x: number, y: number, width: number, height: number, color: string, radius = 0): void {
    const area = radius > 0 ? this.#doc.roundedRect(x, y, width, height, radius) : this.#doc.rect(x, y, width, height);
    area.fill(color);
  }

  rule(x: number, y: number, width: number, color: string, options: { readonly dashed?: boolean } = {}): void {
    const path = this.#doc.moveTo(x, y).lineTo(x + width, y);
    if (options.dashed) path.dash(4, { space: 3 }).lineWidth(0.75).stroke(color).undash();
    else path.lineWidth(0.5).stroke(color);
  }

  #use({ size = 9.5, bold = false, color = INK }: Style): void {
    this.#doc
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(color);
  }
}

/** Loaded with the first document: it takes 15 MB. */
function loadPdfkit(): typeof PDFDocument {
  return createRequire(import.meta.url)('pdfkit') as typeof PDFDocument;
}

/** Missing from the library's types. */
function headerScope(scope: 'Row' | 'Column'): object {
  return { scope };
}

import type { DocumentWords } from '#server/platform/pdf/document-words.ts';
import type { PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import type { StatementDesign } from './statement-design.ts';

export interface Drawing {
  readonly sheet: PdfDocument;
  readonly words: DocumentWords;
  readonly design: StatementDesign;
  readonly accountNumber: string;
}

import type { DocumentWords } from '#server/platform/pdf/document-words.ts';
import type { PdfSheet } from '#server/platform/pdf/pdf-sheet.ts';
import type { StatementDesign } from './statement-design.ts';

export interface Drawing {
  readonly sheet: PdfSheet;
  readonly words: DocumentWords;
  readonly design: StatementDesign;
  readonly accountNumber: string;
}

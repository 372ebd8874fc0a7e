import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { documentWords, type DocumentWords } from '#server/platform/pdf/document-words.ts';
import { PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import { drawInterestSummary } from './draw-interest-summary.ts';
import { drawStatement } from './draw-statement.ts';
import type { Drawing } from './drawing.ts';
import type { DocumentFigures } from './statement-figures.ts';
import type { KeptDocument } from './statements.queries.ts';

/** Renders a stored document; always produces the same bytes. */
export function drawDocument({ figures, design, madeAt }: KeptDocument): Promise<Uint8Array> {
  const words = documentWords(design.texts);
  const accountNumber = shownAccountNumber(figures.accountNumber, design.hidesCheckDigit);
  const title = titleOf(figures, words);
  const sheet = new PdfDocument({
    title: `${title} ${accountNumber}`,
    subject: words('statementPdf.account', { account: accountNumber }),
    madeAt,
    words,
    colors: design.colors,
    logo: design.logo ?? null,
  });
  const drawing: Drawing = { sheet, words, design, accountNumber };
  if (figures.type === 'Statement') drawStatement(drawing, figures, title);
  else drawInterestSummary(drawing, figures, title);
  return sheet.draw();
}

function titleOf(figures: DocumentFigures, words: DocumentWords): string {
  return figures.type === 'Statement'
    ? words('statementPdf.title')
    : words('interestPdf.title', { year: String(figures.year) });
}

import { hash } from 'node:crypto';
import type { Institution, Theme } from '#common/institution/institution.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { statementsTexts } from '#common/accounts/statements-texts.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';

/** How a document looks and speaks. One is kept for good, so that a later look does not reach back. */
export interface StatementDesign {
  readonly texts: Readonly<Partial<Record<TextKey, string>>>;
  readonly colours: Theme;
  /** Where checks are mailed to, line by line. */
  readonly paymentAddress: readonly string[];
  readonly hidesCheckDigit: boolean;
}

const wordsOfDocuments: readonly TextKey[] = [
  'shell.institutionName',
  ...(Object.keys(statementsTexts) as TextKey[]).filter((key) => /^(statementPdf|interestPdf)\./.test(key)),
];

/** What the institution has today. */
export function designOf({ texts, theme, options }: Pick<Institution, 'texts' | 'theme' | 'options'>): StatementDesign {
  const words = documentWords(texts);
  return {
    texts: Object.fromEntries(wordsOfDocuments.map((key) => [key, words(key, ...keptPlaces)])),
    colours: theme,
    paymentAddress: options['estatementOptions.paymentAddress'],
    hidesCheckDigit: options['globalOptions.removeCheckDigitFromAccountNumber'],
  };
}

/** The places in a text stay places; they are filled when the document is drawn. */
const keptPlaces: readonly string[] = ['{}', '{}'];

export function hashDesign(design: StatementDesign): Uint8Array {
  return hash('sha256', JSON.stringify(design), 'buffer');
}

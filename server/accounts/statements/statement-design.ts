import { hash } from 'node:crypto';
import type { Institution, Theme } from '#common/institution/institution.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { historyTexts } from '#common/accounts/history-texts.ts';
import { statementsTexts } from '#common/accounts/statements-texts.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';

/** The look and words of a document, stored with it so later changes don't affect it. */
export interface StatementDesign {
  readonly texts: Readonly<Partial<Record<TextKey, string>>>;
  readonly colors: Theme;
  /** The lines of the mailing address for checks. */
  readonly paymentAddress: readonly string[];
  readonly hidesCheckDigit: boolean;
}

const wordsOfDocuments: readonly TextKey[] = [
  'shell.institutionName',
  ...(Object.keys(historyTexts) as TextKey[]).filter((key) => key.startsWith('historyEntry.')),
  ...(Object.keys(statementsTexts) as TextKey[]).filter((key) => /^(statementPdf|interestPdf)\./.test(key)),
];

export function designOf({ texts, theme, options }: Pick<Institution, 'texts' | 'theme' | 'options'>): StatementDesign {
  const words = documentWords(texts);
  return {
    texts: Object.fromEntries(wordsOfDocuments.map((key) => [key, words(key, ...keptPlaces)])),
    colors: theme,
    paymentAddress: options['estatementOptions.paymentAddress'],
    hidesCheckDigit: options['globalOptions.removeCheckDigitFromAccountNumber'],
  };
}

/** Keeps placeholders unfilled until the document is drawn. */
const keptPlaces: readonly string[] = ['{}', '{}'];

export function hashDesign(design: StatementDesign): Uint8Array {
  return hash('sha256', JSON.stringify(design), 'buffer');
}

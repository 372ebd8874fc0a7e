import { hash } from 'node:crypto';
import { keysOf } from '#common/core/keys-of.ts';
import type { Institution, Theme } from '#common/institution/institution.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { historyTexts } from '#common/accounts/history-texts.ts';
import { statementsTexts } from '#common/accounts/statements-texts.ts';
import type { SheetLogo } from '#server/platform/pdf/pdf-sheet.ts';
import { sheetLogoOf } from '#server/platform/pdf/sheet-logo.ts';
import { unfilledWords } from '#server/platform/pdf/document-words.ts';

/** The look and words of a document, stored with it so later changes don't affect it. */
export interface StatementDesign {
  readonly texts: Readonly<Partial<Record<TextKey, string>>>;
  readonly colors: Theme;
  /** Missing without a logo, and in designs from before there was one. */
  readonly logo?: SheetLogo;
  /** The lines of the mailing address for checks. */
  readonly paymentAddress: readonly string[];
  readonly hidesCheckDigit: boolean;
}

const wordsOfDocuments: readonly TextKey[] = [
  'shell.institutionName',
  ...keysOf(historyTexts).filter((key) => key.startsWith('historyEntry.')),
  ...keysOf(statementsTexts).filter((key) => /^(statementPdf|interestPdf)\./.test(key)),
];

export function designOf({
  texts,
  theme,
  options,
  logos,
}: Pick<Institution, 'texts' | 'theme' | 'options' | 'logos'>): StatementDesign {
  const logo = sheetLogoOf({ logos });
  return {
    texts: Object.fromEntries(wordsOfDocuments.map((key) => [key, unfilledWords(texts, key)])),
    colors: theme,
    ...(logo ? { logo } : {}),
    paymentAddress: options['estatementOptions.paymentAddress'],
    hidesCheckDigit: options['globalOptions.removeCheckDigitFromAccountNumber'],
  };
}

/** Names the places of a design stored while they had no names. */
export function withNamedPlaces(design: StatementDesign): StatementDesign {
  const texts = Object.entries(design.texts).map(([key, text]) => {
    const names = (formerPlaces[key] ?? []).values();
    return [key, text.replaceAll('{}', (place) => namedPlace(names.next().value) ?? place)];
  });
  return { ...design, texts: Object.fromEntries(texts) };
}

function namedPlace(name: string | undefined): string | undefined {
  return name && `{${name}}`;
}

/** The values that each `{}` stands for, in order. A design never changes, so this doesn't either. */
const formerPlaces: Readonly<Record<string, readonly string[] | undefined>> = {
  'statementPdf.account': ['account'],
  'statementPdf.period': ['from', 'to'],
  'statementPdf.dueOn': ['date'],
  'statementPdf.payableTo': ['payee'],
  'interestPdf.title': ['year'],
  'interestPdf.beforeBooks': ['date'],
  'interestPdf.total': ['year'],
  'interestPdf.balance': ['year'],
};

export function hashDesign(design: StatementDesign): Uint8Array {
  return hash('sha256', JSON.stringify(design), 'buffer');
}

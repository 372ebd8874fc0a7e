import { defaultTexts, type TextArguments, type TextKey, type Texts } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';

export type DocumentWords = <Key extends TextKey>(key: Key, ...values: TextArguments<Key>) => string;

/**
 * The institution's texts for printing. A text hidden on screen falls back to the default here, because figures need
 * labels.
 */
export function documentWords(texts: Partial<Texts>): DocumentWords {
  return (key, ...[values]) => fillText(unfilledWords(texts, key), values);
}

/** With its places still in braces. */
export function unfilledWords(texts: Partial<Texts>, key: TextKey): string {
  return texts[key] ?? defaultTexts[key];
}

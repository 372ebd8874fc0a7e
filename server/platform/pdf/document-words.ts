import { defaultTexts, type TextFills, type TextKey, type Texts } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';

export type DocumentWords = <Key extends TextKey>(key: Key, ...fills: TextFills<Key>) => string;

/**
 * The institution's texts for printing. A text hidden on screen falls back to the default here, because figures need
 * labels.
 */
export function documentWords(texts: Partial<Texts>): DocumentWords {
  return (key, ...fills) => fillText(texts[key] ?? defaultTexts[key], fills);
}

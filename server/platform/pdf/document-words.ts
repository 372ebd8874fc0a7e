import { defaultTexts, type TextKey, type Texts } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';

/** The words of documents, filled. */
export type DocumentWords = (key: TextKey, ...fills: readonly string[]) => string;

/**
 * The institution's words for what is printed. What it hides on the screen is
 * still needed on paper, where figures without labels say nothing: there the
 * default wording stands.
 */
export function documentWords(texts: Partial<Texts>): DocumentWords {
  return (key, ...fills) => fillText(texts[key] ?? defaultTexts[key], fills);
}

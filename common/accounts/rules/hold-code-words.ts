import { hasOpenHoldCode, isClosed } from './account.ts';

/** An institution's words, by hold code in upper case; an empty text hides a code. */
export type HoldCodeWords = ReadonlyMap<string, string>;

const ENTRY = /^\s*([^=\s]+)\s*=(.*)$/;

/** Returns the words of entries such as `48=Payment arrangement`; entries of another form are left out. */
export function holdCodeWords(entries: readonly string[]): HoldCodeWords {
  return new Map(
    entries.flatMap((entry) => {
      const [, code, words] = ENTRY.exec(entry) ?? [];
      return code === undefined || words === undefined ? [] : [[code.toUpperCase(), words.trim()] as const];
    }),
  );
}

/** Returns whether an entry is of the form `CODE=words`. */
export function isHoldCodeEntry(entry: string): boolean {
  return ENTRY.test(entry);
}

/**
 * Returns the text shown in place of the host's hold code. A code without words shows `onHold` if it blocks payments,
 * otherwise nothing, because only the institution knows more. A closed loan keeps the host's text.
 */
export function shownComment(comment: string, words: HoldCodeWords, onHold: string): string {
  const own = words.get(comment.trim().toUpperCase());
  if (own !== undefined) return own;
  if (isClosed({ comment })) return comment;
  return hasOpenHoldCode(comment.trim()) ? '' : onHold;
}

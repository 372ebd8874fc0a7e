export const passwordWeaknesses = [
  'common',
  'repeated',
  'sequence',
  'keyboardRow',
  'date',
  'personalWord',
  'institutionName',
] as const;

export type PasswordWeakness = (typeof passwordWeaknesses)[number];

/** Shorter words, such as initials, occur in too many others. */
const MIN_WORD_LENGTH = 3;

/**
 * Returns what someone who knows the person or institution tries first: words of names and addresses, alone and joined,
 * with and without accents.
 */
export function guessableWords(texts: readonly string[]): string[] {
  const written = texts.flatMap((text) => [text, text.normalize('NFD').replaceAll(/\p{M}/gu, '')]);
  const words = written.flatMap((text) =>
    runsOf(
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    ),
  );
  return [...new Set(words)].filter((word) => word.length >= MIN_WORD_LENGTH);
}

/** For first, town, bank also firsttown, townbank and firsttownbank. */
function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_word, from) =>
    words.slice(from).map((_last, more) => words.slice(from, from + more + 1).join('')),
  );
}

export function mailboxOf(emailAddress: string): string {
  return emailAddress.split('@')[0] ?? '';
}

/** Why a password is easy to guess, by what most of it consists of. */
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

/** Shorter ones, such as initials, stand in too many other words. */
const MIN_WORD_LENGTH = 3;

/**
 * What someone who knows a person or an institution tries first: the words of
 * names and addresses, alone and run together, with and without accents.
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

/** Of first, harbor, lending also firstharbor, harborlending and firstharborlending. */
function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_word, from) =>
    words.slice(from).map((_last, more) => words.slice(from, from + more + 1).join('')),
  );
}

/** The part of an e-mail address that is the person's own. */
export function mailboxOf(emailAddress: string): string {
  return emailAddress.split('@')[0] ?? '';
}

/** Login names are the same when they differ in case, in how a letter is encoded, or in blanks around them, which keyboards of phones add. */
export function loginKeyOf(loginName: string): string {
  return foldLetters(loginName.trim());
}

/** The same text for letters that differ only in case or in how they are encoded. Blanks stay. */
export function foldLetters(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

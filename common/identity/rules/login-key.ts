/** Usernames are equal regardless of case, Unicode encoding and surrounding spaces, which phone keyboards add. */
export function loginKeyOf(loginName: string): string {
  return foldLetters(loginName.trim());
}

export function foldLetters(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

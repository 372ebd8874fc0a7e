/**
 * Strips quotes and angle brackets from what somebody typed (A 5). Never for
 * passwords: every character of theirs counts.
 */
export function stripUnsafe(text: string): string {
  return text.replaceAll(/["'<>]/g, '');
}

/** Characters of a login name (C-101). */
const logonCharacters = /^[A-Za-z0-9._@-]+$/;

export function hasOnlyLogonCharacters(text: string): boolean {
  return logonCharacters.test(text);
}

/** Strips quotes and angle brackets (A 5). Never use it for passwords: every character counts. */
export function stripUnsafe(text: string): string {
  return text.replaceAll(/["'<>]/g, '');
}

/** C-101. */
const loginNameCharacters = /^[A-Za-z0-9._@-]+$/;

export function hasOnlyLoginNameCharacters(text: string): boolean {
  return loginNameCharacters.test(text);
}

/** Strips quotes and angle brackets (A 5). Never use it for passwords: every character counts. */
export function stripUnsafe(text: string): string {
  return text.replaceAll(/["'<>]/g, '');
}

/** C-101. */
const logonCharacters = /^[A-Za-z0-9._@-]+$/;

export function hasOnlyLogonCharacters(text: string): boolean {
  return logonCharacters.test(text);
}

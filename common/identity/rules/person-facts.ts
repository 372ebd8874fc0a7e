import { loginKeyOf } from './login-key.ts';

/** Nine digits, dashes ignored (A 5); returns undefined for anything else. */
export function findSsn(text: string): string | undefined {
  const digits = text.replaceAll('-', '');
  return /^\d{9}$/.test(digits) ? digits : undefined;
}

/** Returns every nine-digit run left after removing dashes, each once. */
export function listSsnsIn(text: string): string[] {
  const runs = text.replaceAll('-', '').match(/\d{9,}/g) ?? [];
  const windows = runs.flatMap((run) => Array.from({ length: run.length - 8 }, (_, at) => run.slice(at, at + 9)));
  return [...new Set(windows)];
}

/** Text around an @ sign (A 5). */
export function isEmailLike(text: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(text);
}

/** Ignores differences in how the address is written. */
export function isSameEmail(text: string, emailAddress: string): boolean {
  return emailAddress !== '' && loginKeyOf(text.trim()) === loginKeyOf(emailAddress.trim());
}

import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';

export interface SignInEntry {
  readonly username: string;
  readonly password: string;
}

export type SignInErrorKey = 'login.usernameRequired' | 'login.passwordRequired';

/** Both are required (A 2.5). A password may be spaces only, so it isn't trimmed. */
export function validateSignIn(entry: SignInEntry): FieldErrors<SignInEntry, SignInErrorKey> {
  return collectErrors<SignInEntry, SignInErrorKey>({
    username: entry.username.trim() === '' ? 'login.usernameRequired' : undefined,
    password: entry.password === '' ? 'login.passwordRequired' : undefined,
  });
}

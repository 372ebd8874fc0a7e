import { type PasswordFacts, findPasswordErrors } from './check-password.ts';
import type { PasswordErrorKey } from './password-errors.ts';
import type { PasswordPolicy } from './password-policy.ts';

/** A new password and the same again, as typed. */
export interface NewPasswordEntry {
  readonly password: string;
  readonly confirmation: string;
}

export interface NewPasswordErrors {
  /** In the order they are said. */
  readonly password: readonly PasswordErrorKey[];
  readonly confirmation: 'required' | 'passwordsDontMatch' | null;
}

/** @param confirms whether the institution asks for the password twice here */
export function validateNewPassword(
  { password, confirmation }: NewPasswordEntry,
  policy: PasswordPolicy,
  facts: PasswordFacts,
  confirms = true,
): NewPasswordErrors {
  return {
    password: findPasswordErrors(policy, password, facts),
    confirmation: confirms ? confirmationError(password, confirmation) : null,
  };
}

/** Compared as they are stored: how a letter is encoded does not matter. */
function confirmationError(password: string, confirmation: string): NewPasswordErrors['confirmation'] {
  if (confirmation === '') return 'required';
  return confirmation.normalize('NFC') === password.normalize('NFC') ? null : 'passwordsDontMatch';
}
